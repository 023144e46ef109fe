/** The tab of a record with what was folded into it. */
export const SIMILAR_TAB = 'similar'
