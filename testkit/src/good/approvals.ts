import { builtInRoleIds } from '@caseloom/server/domains/identity/identity.door'
import { makeToken } from '@caseloom/server/domains/automation/approvals/link.store'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Web } from '@caseloom/server/compose'
import type { Area, Resident } from './types.ts'

const FORM: JsonObject = {
  type: 'object',
  required: ['owner'],
  properties: { owner: { type: 'string', minLength: 1 } },
}

/** A question to the resident that can be given to a colleague, and a form for someone outside. */
export const approvals: Area = {
  good: {
    listApprovals: () => ({ query: 'box=mine&state=open' }),
    answerApproval: () => ({ body: { verdict: 'approved', comment: 'Looks right' } }),
    delegateApproval: ({ delegateId = '' }) => ({ body: { userId: delegateId } }),
    answerAsk: () => ({ body: { values: { owner: 'Finance' } } }),
  },
  usedUp: ['answerApproval', 'answerAsk'],
  async prepare({ web, resident }) {
    const approvalId = await anOpenQuestion(web, resident, 'human.approve', {
      title: 'Isolate the host?',
      text: 'It **beacons**.',
      to: { users: [resident.ids['userId'] ?? ''] },
      allowDelegation: true,
    })
    const formId = await anOpenQuestion(web, resident, 'human.form', {
      title: 'Whose is it?',
      schema: FORM,
      outsiders: ['owner@example.test'],
    })
    const token = await web.product.platform.system.tx(async (tx) => {
      const rows = await tx.query<{ id: string }>(
        'select id from caseloom.approval_link where approval_id = $1',
        [formId],
      )
      return makeToken(tx, rows[0]?.id ?? '')
    })
    return { approvalId, token, delegateId: await aColleague(web, resident) }
  },
}

/** Puts a question for the resident's run as its worker would. */
export async function anOpenQuestion(
  web: Web,
  { ids }: Resident,
  action: string,
  input: JsonObject,
): Promise<string> {
  const { parts: automationParts } = web.product.automation
  const { database } = web.product.platform
  const { identity } = web.product.doors
  const { accountId, tenantId, runId } = ids
  const scope = database.tenant({ accountId, tenantId })
  const actor = await identity.actorOf(ids['userId'] ?? '', tenantId)
  if (actor === null) throw new Error('The resident is not in the tenant')
  const { outcome } = await automationParts.waits.open(
    { scope, runId, actor: async () => actor, signal: AbortSignal.timeout(10_000) },
    {
      kind: 'listen',
      id: `${action}~1`,
      path: action,
      attempt: 1,
      action,
      input,
      inputHash: '',
      timeoutMs: 10_000,
      idempotencyKey: `${runId}/${action}~0`,
    },
    `engine ${runId} ${action}`,
  )
  if (!outcome.ok) throw new Error(`The question was not put: ${JSON.stringify(outcome.error)}`)
  // What `shownOutput` says of a question.
  return (outcome.output as { approval: string }).approval
}

async function aColleague(web: Web, { ids }: Resident): Promise<string> {
  const { identity } = web.product.doors
  const { accountId, tenantId } = ids
  const email = `colleague.${tenantId}@example.test`
  const personId = await identity.createPerson({
    email,
    name: 'Colleague',
    password: { plain: 'kettle orbit mango 7' },
  })
  const userId = await identity.addUser({ accountId, personId })
  await identity.assignRole({ accountId, roleId: builtInRoleIds.analyst, to: { userId }, tenantId })
  return userId
}
