import type { Area } from './types.ts'

/** Observables over all records. */
export const observables: Area = {
  good: {
    similarRecords: () => ({ query: 'limit=5' }),
    findObservables: () => ({ query: 'text=198.51.100[.]7' }),
  },
}
