import type { CatalogItem, CatalogState } from '@caseloom/contract/content/catalog'
import { describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../data/scope.tsx'
import { actionOf, shownItems, stageCounts } from './catalog-items.ts'
import { readCatalogSearch } from './catalog-search.ts'

function anItem(over: Partial<CatalogItem> = {}): CatalogItem {
  return {
    kind: 'applet',
    key: 'containment',
    title: 'Containment',
    stage: 'response',
    package: { package: 'caseloom-containment', title: 'Containment', version: '1.0.0' },
    state: 'in_use',
    id: 'a1',
    parts: 5,
    asks: false,
    lacks: [],
    can: { use: true },
    ...over,
  }
}

// Only what links are made of.
const scope = {
  accountId: 'acc',
  tenantId: 'ten',
  permissions: new Set(['app:build', 'playbook:read', 'asset:manage']),
  flags: { ClassicContent: true },
} as unknown as TenantScope

describe('the stages of a catalog', () => {
  it('count what the tenant works with, and leave out empty stages', () => {
    const states: CatalogState[] = ['in_use', 'changed', 'update', 'off', 'draft', 'not_installed']
    expect(stageCounts(states.map((state) => anItem({ state })))).toEqual([
      { stage: 'response', total: 6, inUse: 3 },
    ])
  })

  it('filter together with the kind and the words of item and package', () => {
    const playbook = anItem({ kind: 'playbook', title: 'Résumé', stage: 'intake' })
    const items = [anItem(), playbook]
    expect(shownItems(items, { stage: 'response' })).toEqual([items[0]])
    expect(shownItems(items, { kind: 'playbook' })).toEqual([playbook])
    expect(shownItems(items, { q: ' resume' })).toEqual([playbook])
    expect(shownItems(items, { q: 'containment' })).toEqual(items)
  })
})

describe('the action of a row', () => {
  it.each<[string, Partial<CatalogItem>, unknown]>([
    ['uses what is not installed', { state: 'not_installed', id: null }, { do: 'use' }],
    ['is missing without the permission', { state: 'not_installed', id: null, can: { use: false } }, null],
    ['updates what is older', { state: 'update' }, { do: 'update' }],
    ['opens the rest', {}, { do: 'open', to: '/account/acc/tenant/ten/applet-builder/a1', search: {} }],
    [
      'sets up what a draft lacks',
      { kind: 'playbook', state: 'draft', lacks: [{ kind: 'asset', key: 'edr' }] },
      { do: 'setUp', to: '/account/acc/tenant/ten/orchestration/assets', search: {} },
    ],
    [
      'opens a draft that lacks nothing',
      { kind: 'playbook', state: 'draft' },
      { do: 'open', to: '/account/acc/tenant/ten/orchestration/playbook/a1', search: {} },
    ],
  ])('%s', (_title, over, expected) => {
    expect(actionOf(scope, anItem(over))).toEqual(expected)
  })
})

it('the address of a catalog drops what it can’t show', () => {
  expect(readCatalogSearch({ stage: 'intel', kind: 'app', q: 'x' })).toEqual({
    stage: 'intel',
    kind: 'app',
    q: 'x',
  })
  expect(readCatalogSearch({ stage: 'other words', kind: 'robot' })).toEqual({})
})
