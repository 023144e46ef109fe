/** Heights in pixels. */
export const ROW = 32
export const HEADER = 30
