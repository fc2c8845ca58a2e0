/** Words around the lessons; what they say stands with them. */
export default {
};
