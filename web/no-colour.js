/**
 * In place of the colour library of Chart.js where heatmaps are its only charts: it asks that library for the shades that
 * bars and lines have under a pointer, and a heatmap has none.
 */
export class Color {
  constructor() {
    throw new Error("no shades here: give each chart its own colours");
  }
}
