import { conformanceCases } from '@caseloom/connectors/kit/conformance'
import type { ConformanceWorld } from '@caseloom/connectors/kit/conformance-run'
import { readyConnectors } from '@caseloom/connectors/built-in/all'
import { readyFixtures } from '@caseloom/connectors/built-in/all.fixtures'
import { CONNECTOR_ICONS } from '@caseloom/contract/automation/connectors'
import { createOutbound, type Outbound } from '@caseloom/server/platform/outbound/outbound'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from './answering-server.ts'

let server: AnsweringServer
let outbound: Outbound

beforeAll(async () => {
  server = await startAnsweringServer()
  outbound = createOutbound({ allow: [{ host: '127.0.0.1', port: server.port }], ownPorts: [] })
})
afterAll(async () => {
  await outbound.close()
  await server.close()
})

/** Read when a check runs: the server starts after the checks are listed. */
const world: ConformanceWorld = {
  get origin() {
    return server.origin
  },
  http: { request: (request) => outbound.request(request) },
  answer: (by) => server.answer(by),
  requests: () => server.requests(),
}

it('every included connector has samples, and no action exists twice', () => {
  const keys = readyConnectors.map((connector) => connector.key)
  expect(keys.length).toBeGreaterThanOrEqual(33)
  expect(new Set(keys).size).toBe(keys.length)
  expect(Object.keys(readyFixtures).toSorted()).toEqual(keys.toSorted())
  const names = readyConnectors.flatMap((connector) => connector.actions.map((action) => action.name))
  expect(new Set(names).size).toBe(names.length)
})

describe.each(readyConnectors)('$title for people', ({ title, icon, docs, actions }) => {
  it('has an icon that the web app draws', () => {
    expect(CONNECTOR_ICONS).toContain(icon)
  })

  it('names the pages of the vendor’s documentation that its actions follow', () => {
    for (const action of actions) expect(action.docs ?? docs, action.name).toMatch(/^https:/)
  })

  it('is in the list of the help page', () => {
    expect(readFileSync(new URL('../../docs/help/automate/actions.md', import.meta.url), 'utf8')).toMatch(
      new RegExp(`product includes these connectors:[^#]*\\b${title.replaceAll('.', '\\.')}`),
    )
  })
})

describe.each(readyConnectors.map((manifest) => ({ title: manifest.title, manifest })))(
  '$title',
  ({ manifest }) => {
    const fixtures = readyFixtures[manifest.key] ?? { settings: {}, actions: {} }
    for (const { name, check } of conformanceCases(manifest, fixtures, world))
      it(`${name} keeps to the kit`, () => check())
  },
)
