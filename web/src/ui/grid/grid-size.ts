/** Heights in pixels. */
export const ROW = 32
export const HEADING = 30
export const HEADER = 30
