import { describe, expect, it } from 'vitest'
import { changesBetween } from './diff.ts'

describe('version diff', () => {
  it('lists added, removed, and changed parts property by property, ignoring the canvas', () => {
    const before = {
      title: 'A',
      version: 1,
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
      steps: [
        { key: 'a', action: 'data.transform', with: { value: 1, more: { deep: 1, same: 2 } } },
        {
          key: 'all',
          action: 'flow.parallel',
          branches: [{ key: 'x', steps: [{ key: 'in', action: 'data.filter' }] }],
        },
        { key: 'gone', title: 'Gone', action: 'data.filter' },
      ],
    }
    const after = {
      title: 'B',
      version: 2,
      canvas: { notes: [] },
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'basic' } }],
      steps: [
        { key: 'a', action: 'data.transform', with: { value: 1, more: { deep: 9, same: 2 } }, timeout: '3s' },
        {
          key: 'all',
          action: 'flow.parallel',
          branches: [
            { key: 'x', steps: [{ key: 'in', action: 'data.filter' }] },
            { key: 'y', steps: [{ key: 'new', action: 'data.filter' }] },
          ],
        },
      ],
    }
    expect(changesBetween(before, after)).toEqual([
      { kind: 'changed', node: null, title: '', properties: [{ name: 'title', from: 'A', to: 'B' }] },
      {
        kind: 'changed',
        node: 'trigger/hook',
        title: 'hook',
        properties: [{ name: 'with.auth', from: 'none', to: 'basic' }],
      },
      {
        kind: 'changed',
        node: 'a',
        title: 'a',
        properties: [
          { name: 'with.more.deep', from: 1, to: 9 },
          { name: 'timeout', from: undefined, to: '3s' },
        ],
      },
      {
        kind: 'changed',
        node: 'all',
        title: 'all',
        properties: [{ name: 'branches', from: ['x'], to: ['x', 'y'] }],
      },
      { kind: 'added', node: 'new', title: 'new', properties: [] },
      { kind: 'removed', node: 'gone', title: 'Gone', properties: [] },
    ])
    expect(changesBetween(before, { ...before, version: 7, canvas: {} })).toEqual([])
  })
})
