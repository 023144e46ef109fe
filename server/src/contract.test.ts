import { Problem } from '@caseloom/contract/errors'
import type { AnyRoute } from '@caseloom/contract/route'
import { ROUTES } from '@caseloom/contract/table'
import {
  APP,
  aContractWorld,
  ask,
  type ContractWorld,
  PLAYBOOK,
  type Resident,
} from '@caseloom/testkit/contract-world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredFails } from './platform/http/server.ts'
import { newId } from './platform/uuid.ts'

type Ids = Resident['ids']
/** A good request per route; routes without query or body of their own need none. */
const GOOD: Record<string, (ids: Ids) => { query?: string; body?: unknown }> = {
  login: () => ({ body: { email: 'alice@example.test', password: 'kettle orbit mango 7' } }),
  enterTenant: ({ accountId, tenantId }) => ({ body: { accountId, tenantId } }),
  install: () => ({
    body: {
      accountName: 'A',
      tenantName: 'T',
      name: 'N',
      email: 'n@example.test',
      password: 'kettle orbit mango 7',
    },
  }),
  createApp: () => ({ body: { ...APP, key: 'other', acronym: 'OTH' } }),
  updateApp: () => {
    const { key: _key, acronym: _acronym, ...rest } = APP
    return { body: { ...rest, revision: 1 } }
  },
  searchRecords: () => ({
    body: { filter: { field: 'title', op: 'contains', value: 'Thing' }, count: 'exact' },
  }),
  createRecord: () => ({ body: { fields: { title: 'New' } } }),
  upsertRecord: () => ({ body: { match: { ref: 'R-1' }, set: { title: 'Upserted' } } }),
  updateRecord: () => ({ body: { version: 1, fields: { level: 'high' } } }),
  createPlaybook: () => ({ body: { document: { ...PLAYBOOK, playbook: 'another' } } }),
  savePlaybookDraft: () => ({ body: { revision: 1, document: PLAYBOOK } }),
  publishPlaybook: () => ({ body: { revision: 1 } }),
  stepValue: () => ({ query: 'path=twice&side=output' }),
  hook: () => ({ body: { n: 4 } }),
}
/** Statuses of good answers that the shared world makes differ from the route's own. */
const OTHER_STATUS: Record<string, number[]> = {
  // Alice's revisions have moved on when these run: the conflict is the right answer.
  savePlaybookDraft: [200, 409],
  publishPlaybook: [200, 409],
  updateApp: [200, 409],
}
const entries = Object.entries(ROUTES)
const underTenant = entries.filter(
  ([, route]) => route.path.includes(':tenantId') && route.needs !== undefined,
)

describe('every route of the contract', () => {
  let world: ContractWorld
  beforeAll(async () => {
    world = await aContractWorld()
  })
  afterAll(() => world.close())

  const urlOf = (route: AnyRoute, ids: Ids, query = '') => {
    // A route is asked only for ids that the world has.
    const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name as keyof Ids])
    return query === '' ? path : `${path}?${query}`
  }
  const call = (
    name: string,
    route: AnyRoute,
    options: { ids: Ids; cookie?: string; body?: unknown; query?: string },
  ) => {
    const good = GOOD[name]?.(options.ids) ?? {}
    const body = 'body' in options ? options.body : good.body
    return ask(world.web, {
      method: route.method,
      url: urlOf(route, options.ids, options.query ?? good.query),
      ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
      ...(body === undefined ? {} : { body }),
    })
  }
  const problem = (json: unknown) => {
    const { requestId: _id, ...rest } = Problem.parse(json)
    return rest
  }

  it('has a place in the world: no id is missing', () => {
    for (const resident of [world.alice, world.mallory]) {
      for (const [name, id] of Object.entries(resident.ids)) expect(id, name).not.toBe('')
    }
    expect(entries.length).toBeGreaterThan(30)
  })

  describe.each(entries)('%s', (name, route) => {
    it('answers a good request in its declared shape', async () => {
      const destructive = name === 'deleteRecord'
      const who = destructive ? world.mallory : world.alice
      // Open routes are asked as strangers do: a log-in or log-out would end the session that comes along.
      const cookie = route.open === true ? {} : { cookie: who.cookie }
      const reply = await call(name, route, { ids: who.ids, ...cookie })
      const expected = OTHER_STATUS[name] ?? [route.status ?? (route.reply === undefined ? 204 : 200)]
      expect(expected, JSON.stringify(reply.json)).toContain(reply.status)
      if (reply.status < 300 && route.reply !== undefined)
        expect(route.reply.safeParse(reply.json).error).toBeUndefined()
      if (reply.status >= 400) expect(declaredFails(route)).toContain(problem(reply.json).code)
    })

    if (route.body !== undefined && route.bodyKind !== 'raw') {
      it('lists what is wrong with a bad body', async () => {
        const reply = await call(name, route, {
          ids: world.alice.ids,
          cookie: world.alice.cookie,
          body: { stranger: 1 },
        })
        expect(reply.status).toBe(400)
        const { issues = [] } = Problem.parse(reply.json)
        expect(issues.length).toBeGreaterThan(0)
        expect(issues.every((issue) => issue.path[0] === 'body')).toBe(true)
      })

      it('refuses a body that is not JSON', async () => {
        const reply = await call(name, route, {
          ids: world.alice.ids,
          cookie: world.alice.cookie,
          body: '{"a":',
        })
        expect(problem(reply.json).code).toBe('request.malformed')
      })
    }

    // A hook takes whatever query its sender appends.
    if (route.query !== undefined && route.bodyKind !== 'raw') {
      it('lists what is wrong with a bad query', async () => {
        const reply = await call(name, route, {
          ids: world.alice.ids,
          cookie: world.alice.cookie,
          query: 'stranger=1',
        })
        expect(reply.status).toBe(400)
        expect(
          Problem.parse(reply.json).issues?.some((issue) => issue.path.join('.') === 'query.stranger'),
        ).toBe(true)
      })
    }

    if (route.needs !== undefined) {
      it('refuses a stranger', async () => {
        const reply = await call(name, route, { ids: world.alice.ids })
        expect([reply.status, problem(reply.json).code]).toEqual([401, 'session.none'])
      })
    }
  })

  describe.each(underTenant)('%s for another tenant', (name, route) => {
    it('answers for a foreign tenant as for one that is not there', async () => {
      const nowhere = { ...world.alice.ids, tenantId: newId() }
      const { cookie } = world.mallory
      const foreign = await call(name, route, { ids: world.alice.ids, cookie })
      const missing = await call(name, route, { ids: nowhere, cookie })
      expect(foreign.status).toBe(404)
      expect(problem(foreign.json)).toEqual(problem(missing.json))
    })

    const own = [...route.path.matchAll(/:(\w+)/g)]
      .map((match) => match[1] ?? '')
      .filter((id) => id !== 'tenantId')
    if (own.length > 0) {
      it('answers for a foreign id in one’s own tenant as for one that is not there', async () => {
        const { cookie, ids } = world.mallory
        const [stolen, missing] = [{ ...ids }, { ...ids }]
        for (const id of own) {
          // The names come from the paths of routes; the world has all of them.
          stolen[id as keyof Ids] = world.alice.ids[id as keyof Ids]
          missing[id as keyof Ids] = newId()
        }
        const theft = await call(name, route, { ids: stolen, cookie })
        const nothing = await call(name, route, { ids: missing, cookie })
        expect(theft.status, JSON.stringify(theft.json)).toBe(404)
        expect(problem(theft.json)).toEqual(problem(nothing.json))
        expect(JSON.stringify(theft.json)).not.toContain('Alice')
      })
    }
  })
})
