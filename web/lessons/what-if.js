/** The step computed in ways that it is not: what the wrong answers of the lessons would give. In float64. */

export const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

/** exp(s − largest) of a row; of a closed cell, −∞, exactly 0. @param {number[]} row */
export function exponentials(row) {
  const most = Math.max(...row);
  return row.map((s) => (s === -Infinity && most !== -Infinity ? 0 : Math.exp(s - most)));
}

/** @param {number[]} row @returns {number[]} shares that add up to 1 */
export function softmax(row) {
  const powers = exponentials(row);
  const total = sum(powers);
  return powers.map((x) => x / total);
}

/** A row of weights times a matrix. @param {number[]} weights @param {number[][]} rows @returns {number[]} */
export const mixed = (weights, rows) => rows[0].map((_, column) => sum(weights.map((weight, j) => weight * rows[j][column])));

/** Index of the largest number, not-a-numbers aside; the first of equals; 0 if there is none. @param {number[]} numbers */
export function largestAt(numbers) {
  return numbers.reduce((best, x, index) => (x > numbers[best] || (Number.isNaN(numbers[best]) && !Number.isNaN(x)) ? index : best), 0);
}

export const smallestAt = (numbers) => largestAt(numbers.map((x) => -x));

/** 1 to count. */
export const counted = (count) => Array.from({ length: count }, (_, index) => index + 1);
