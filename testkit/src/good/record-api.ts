import type { Area } from './types.ts'

/** What programs use: batches and the change feed. */
export const recordApi: Area = {
  good: {
    batchRecords: ({ recordId = '' }) => ({
      body: {
        commands: [
          { create: { title: 'By a batch' } },
          { id: recordId, update: { title: 'By a batch' } },
          { delete: '0196c3a0-0000-7000-8000-00000000dead' },
        ],
      },
    }),
    recordChanges: () => ({ query: 'cursor=0&records=true' }),
  },
}
