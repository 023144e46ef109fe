import { Problem } from '@caseloom/contract/kernel/errors'
import type { AnyRoute } from '@caseloom/contract/kernel/route'
import { ROUTES } from '@caseloom/contract/routes'
import { Statement } from '@caseloom/contract/kernel/statements'
import { openForm } from '@caseloom/contract/apps/workflow-runs'
import { pressButton } from '@caseloom/contract/automation/triggers'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask } from '@caseloom/testkit/ask'
import { AREAS, GOOD, OTHER_STATUS, USED_UP } from '@caseloom/testkit/good/good-requests'
import type { Ids } from '@caseloom/testkit/good/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declaredFails } from './platform/http/server.ts'
import { newId } from './platform/uuid.ts'

const entries = Object.entries(ROUTES)
const underPlace = entries.filter(
  ([, route]) => /:(?:tenantId|accountId)\b/.test(route.path) && route.needs !== undefined,
)

describe('every route of the contract', () => {
  let world: ContractWorld
  beforeAll(async () => {
    world = await aContractWorld(AREAS)
  })
  afterAll(() => world.close())

  const urlOf = (route: AnyRoute, ids: Ids, query = '') => {
    const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? `no-${name}`)
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

  it('answers a first start that is not confirmed with what to confirm', async () => {
    const { ids, cookie } = world.alice
    const body = { recordId: ids['recordId'], inputs: { note: 'hello' } }
    const reply = await call('pressButton', pressButton, { ids, cookie, body })
    expect([reply.status, problem(reply.json).code]).toEqual([409, 'statement.confirm_first'])
    expect(Statement.parse(problem(reply.json)['statement'])).toMatchObject({
      id: ids['statement'],
      parts: [{ permissions: 'publisher', acts: [{ kind: 'readRecords' }] }],
    })
  })

  it('answers what a form looks up in tables and reads of linked records', async () => {
    const { ids, cookie } = world.alice
    const { json } = await call('openForm', openForm, { ids, cookie })
    expect(json).toMatchObject({
      lookups: [{ table: 'own_domains', column: 'note', value: 'main domain', found: true }],
      linked: { related: [{ id: ids['recordId'], title: expect.any(String) }] },
    })
  })

  describe.each(entries)('%s', (name, route) => {
    it('answers a good request in its declared shape', async () => {
      const destructive = USED_UP.has(name)
      const who = destructive ? world.mallory : world.alice
      // Open routes are asked as strangers do: a sign-in or sign-out would end the session that comes along.
      const cookie = route.open === true ? {} : { cookie: who.cookie }
      const reply = await call(name, route, { ids: who.ids, ...cookie })
      const expected = OTHER_STATUS[name] ?? [goodStatus(route)]
      expect(expected, JSON.stringify(reply.json)).toContain(reply.status)
      if (reply.status < 300 && route.reply !== undefined)
        expect(route.reply.safeParse(reply.json).error).toBeUndefined()
      if (reply.status >= 400) expect(declaredFails(route)).toContain(problem(reply.json).code)
    })

    if (route.body !== undefined && route.bodyAfterCheck === true)
      it('refuses a stranger before it reads the body', async () => {
        const reply = await call(name, route, { ids: world.alice.ids, body: '{"a":' })
        expect([reply.status, problem(reply.json).code]).toEqual([401, 'session.none'])
      })
    else if (route.body !== undefined && route.bodyKind !== 'raw') {
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

    // Hooks take whatever query their sender appends, and the end of a sign-in what the provider does.
    const anyQuery = route.bodyKind === 'raw' || ['oidcCallback', 'hookHandshake'].includes(name)
    if (route.query !== undefined && !anyQuery) {
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

  describe.each(underPlace)('%s for another tenant or account', (name, route) => {
    it.each(['an account administrator', 'a super administrator'])(
      'answers %s for a foreign tenant or account as for one that is not there',
      async (who) => {
        const isSuper = who === 'a super administrator'
        const [asking, asked] = isSuper ? [world.alice, world.mallory] : [world.mallory, world.alice]
        const nowhere = { ...asked.ids, tenantId: newId(), accountId: newId() }
        const foreign = await call(name, route, { ids: asked.ids, cookie: asking.cookie })
        const missing = await call(name, route, { ids: nowhere, cookie: asking.cookie })
        expect(foreign.status).toBe(404)
        expect(problem(foreign.json)).toEqual(problem(missing.json))
      },
    )

    const own = [...route.path.matchAll(/:(\w+)/g)]
      .map((match) => match[1] ?? '')
      .filter((id) => id !== 'tenantId' && id !== 'accountId')
    if (own.length > 0) {
      it('answers for a foreign id in one’s own tenant as for one that is not there', async () => {
        const { cookie, ids } = world.mallory
        const [stolen, missing] = [{ ...ids }, { ...ids }]
        for (const id of own) {
          stolen[id] = world.alice.ids[id] ?? ''
          missing[id] = newId()
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

function goodStatus({ status, answers, reply }: AnyRoute): number {
  if (status !== undefined) return status
  if (answers !== undefined) return answers === 'file' ? 200 : 303
  return reply === undefined ? 204 : 200
}
