import type { ask } from '../ask.ts'
import type { Resident } from './types.ts'
import type { Web } from '@caseloom/server/compose'
import { queueMail } from '@caseloom/server/platform/mail/queue-mail'
import type { Area } from './types.ts'

const PASSWORD = 'kettle orbit mango 7'
const NEXT_YEAR = new Date(Date.now() + 300 * 24 * 3600_000).toISOString()
const token = (name: string) => ({ name, scopes: ['record:read'], expiresAt: NEXT_YEAR })

/** Users, groups, roles, tokens, mails, audit log and notifications. */
export const directory: Area = {
  good: {
    listUsers: () => ({ query: 'text=a&status=active&kind=person' }),
    inviteUser: ({ groupId = '' }) => ({
      body: { email: 'new.person@example.test', name: 'New Person', groupIds: [groupId] },
    }),
    createServiceAccount: ({ tenantId, roleId }) => ({
      body: { name: 'Feed', roles: [{ roleId, tenantId }] },
    }),
    updateUser: () => ({ body: { roles: [], groupIds: [] } }),
    grantFactorExemption: () => ({
      body: {
        reason: 'Waits for a security key',
        until: new Date(Date.now() + 30 * 24 * 3600_000).toISOString(),
      },
    }),
    createGroup: ({ roleId }) => ({ body: { name: 'Night shift', roles: [{ roleId, tenantId: null }] } }),
    updateGroup: ({ userId = '' }) => ({ body: { name: 'Day shift', addUserIds: [userId] } }),
    createRole: () => ({ body: { name: 'Reader', permissions: ['record:read'] } }),
    updateRole: () => ({ body: { permissions: ['record:read', 'record:create'] } }),
    createMyToken: () => ({ body: { ...token('Mine'), currentPassword: PASSWORD } }),
    createServiceToken: () => ({ body: token('Its own') }),
    listAudit: () => ({ query: 'text=a' }),
    exportAudit: () => ({ query: 'action=user' }),
    notifications: () => ({ query: 'limit=5' }),
    readNotifications: () => ({ body: {} }),
    // Nothing listens there: a test answers why it failed.
    connectChannel: () => ({ body: { url: 'http://127.0.0.1:9/hooks/one' } }),
    testChannel: () => ({ body: {} }),
    passwordToken: () => ({ body: { token: 'never-made' } }),
    setPassword: () => ({ body: { token: 'never-made', password: PASSWORD } }),
    forgotPassword: () => ({ body: { email: 'nobody@example.test' } }),
  },
  otherStatus: {
    // The user of the path is a service account.
    grantFactorExemption: [404],
    revokeFactorExemption: [404],
    inviteAgain: [422],
    resetMfa: [404],
    mailPasswordReset: [404],
    setPassword: [410],
    removeRole: [204, 409],
    // One of the other routes has ended it.
    removeToken: [204, 404],
    removeMyToken: [204, 404],
    testChannel: [200, 404],
  },
  usedUp: ['disconnectChannel', 'removeUser', 'removeGroup', 'removeRole', 'removeToken', 'removeMyToken'],
  prepare: async ({ web, resident, ask: request }) => {
    const make = makerFor(web, resident, request)
    const { accountId } = resident.ids
    const base = `/iam/account/${accountId}`
    const role = await make(`${base}/roles`, { name: 'Own role', permissions: ['record:read'] })
    const group = await make(`${base}/groups`, { name: 'Own group' })
    const service = await make(`${base}/service-accounts`, { name: 'Robot' })
    const own = await make(`/iam/me/account/${accountId}/tokens`, {
      ...token('First'),
      currentPassword: PASSWORD,
    })
    const mailId = await aMail(web, accountId)
    await request(web, {
      method: 'PUT',
      url: '/iam/me/channels/webhook',
      body: { url: 'http://127.0.0.1:9/hooks/one' },
      cookie: resident.cookie,
    })
    return {
      channel: 'webhook',
      roleId: String(role['id']),
      groupId: String(group['id']),
      userId: String(service['id']),
      // The reply holds the view of a token beside its text.
      tokenId: (own['view'] as { id: string }).id,
      mailId,
    }
  },
}

function makerFor(web: Web, { cookie }: Resident, request: typeof ask) {
  return async (url: string, body: unknown): Promise<Record<string, unknown>> => {
    const reply = await request(web, { method: 'POST', url, body, cookie })
    if (reply.status > 299) throw new Error(`${url}: ${JSON.stringify(reply.json)}`)
    // The residents' own requests; the shapes are checked by the tests of each route.
    return reply.json as Record<string, unknown>
  }
}

async function aMail(web: Web, accountId: string): Promise<string> {
  const mail = { accountId, to: 'zoe@example.test', subject: 'Hello', text: 'Hello' }
  return web.product.platform.system.tx(async (tx) => {
    await queueMail(tx, mail)
    const rows = await tx.query<{ id: string }>('select id from caseloom.mail where account_id = $1', [
      accountId,
    ])
    return rows[0]?.id ?? ''
  })
}
