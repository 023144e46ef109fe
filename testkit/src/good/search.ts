import type { Area } from './types.ts'

/** The search across apps, and the values of what a list finds. */
export const search: Area = {
  good: {
    searchEverywhere: () => ({ body: { text: 'thing', limit: 5 } }),
    recordFacets: () => ({ body: { fields: ['level', 'created_by'], text: 'thing' } }),
    recordGroups: () => ({ body: { groupBy: { field: 'created_at', unit: 'day' } } }),
  },
}
