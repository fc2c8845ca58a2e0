/** Words of the experiments. */
export default {
};
