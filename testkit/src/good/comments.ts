import type { Area } from './types.ts'

/** Comments of records. */
export const comments: Area = {
  good: {
    addComment: () => ({ body: { body: '<p>Looks <strong>odd</strong></p>' } }),
    editComment: () => ({ body: { body: '<p>Looks fine</p>' } }),
    mentionable: () => ({ query: 'text=a' }),
  },
  usedUp: ['deleteComment'],
  prepare: async ({ web, resident, ask }) => {
    const { tenantId, appId, recordId } = resident.ids
    const reply = await ask(web, {
      method: 'POST',
      url: `/api/tenant/${tenantId}/apps/${appId}/records/${recordId}/comments`,
      cookie: resident.cookie,
      body: { body: '<p>First</p>' },
    })
    const { id } = reply.json as { id: string } // the contract test checks the shape
    return { commentId: id }
  },
}
