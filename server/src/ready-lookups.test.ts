import { readyConnectors } from '@caseloom/connectors/built-in/all'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  createConnectorsFixture,
  aStubServer,
  type ConnectorsFixture,
  type StubServer,
} from '@caseloom/testkit/connectors-fixture'
import { anActor } from '@caseloom/testkit/installation'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performEffect } from './domains/automation/effects/effects.ts'

let service: StubServer
let registry: StubServer
let house: ConnectorsFixture
beforeAll(async () => {
  service = await aStubServer()
  registry = await aStubServer()
  house = await createConnectorsFixture({
    ports: [service.port, registry.port],
    manifests: readyConnectors,
  })
})
afterAll(async () => {
  await house.close()
  await registry.close()
  await service.close()
})

function perform(action: string, asset: string, input: JsonObject) {
  const log = pino({ level: 'silent' })
  const own = { timeoutMs: 10_000, idempotencyKey: 'run/c~1' }
  const command = { kind: 'effect' as const, id: 'c~1', path: 'c', attempt: 1, action, input, inputHash: '' }
  return performEffect(
    { actions: new Map(), connectors: house.world, log },
    { ...command, ...own, asset },
    {
      ...own,
      scope: house.scope,
      actor: async () => anActor(house.scope),
      signal: new AbortController().signal,
    },
  )
}

test('a lookup by an included connector carries the key of the asset, and no answer is a verdict, too', async () => {
  const key = 'auth-key-0193-x'
  const settings = { baseUrl: `${service.url}/v1` }
  await house.anAsset({ key: 'urlhaus', connector: 'urlhaus', auth: 'apiKey', settings, secrets: { key } })
  service.answer.current = () => ({ body: { query_status: 'ok', url_status: 'online', threat: key } })
  const url = 'http://example.org/a.exe'
  const found = await perform('urlhaus.urlReport', 'urlhaus', { url })
  expect(service.hits.at(-1)).toMatchObject({ url: '/v1/url/', headers: { 'auth-key': key } })
  expect(found).toMatchObject({ ok: true, output: { verdict: 'malicious', raw: { threat: '[hidden]' } } })
  service.answer.current = () => ({ body: { query_status: 'no_results' } })
  expect(await perform('urlhaus.urlReport', 'urlhaus', { url })).toMatchObject({
    ok: true,
    output: { verdict: 'unknown', score: null, summary: 'Nothing is known about it', link: '' },
  })
})

test('a service without credentials may pass the question on to the registry in charge', async () => {
  await house.anAsset({ key: 'rdap', connector: 'rdap', auth: 'none', settings: { baseUrl: service.url } })
  const location = `${registry.url}/rdap/domain/example.org`
  service.answer.current = () => ({ status: 302, headers: { location } })
  registry.answer.current = () => ({ body: { ldhName: 'example.org', status: ['active'] } })
  const found = await perform('rdap.domain', 'rdap', { domain: 'example.org' })
  expect(found).toMatchObject({ ok: true, output: { ldhName: 'example.org' } })
  expect(registry.hits.at(-1)).toMatchObject({
    url: '/rdap/domain/example.org',
    headers: { accept: 'application/rdap+json' },
  })
})
