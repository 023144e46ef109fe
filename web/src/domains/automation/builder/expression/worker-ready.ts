/** What the worker posts once it can answer. */
export const READY = 'ready'
