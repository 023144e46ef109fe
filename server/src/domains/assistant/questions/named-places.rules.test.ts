import { expect, it } from 'vitest'
import type { NamedPlaces } from '../tools/tool-deps.ts'
import { figuresOf, readPlace } from './named-places.rules.ts'
import { tokensOf } from './tokens.rules.ts'

const PLACES = {
  dashboards: [
    {
      id: 'd',
      name: 'Alert overview',
      widgets: [
        {
          id: 'w',
          kind: 'number',
          title: 'Critical and open',
          app: 'alert',
          measure: { of: 'count' },
          filter: { field: 'severity', op: 'eq', value: 'critical' },
        },
      ],
    },
  ],
  workspaces: [{ id: 'w', name: 'Security operations' }],
  views: [{ id: 'v', name: 'Response times', appId: 'a' }],
} as unknown as NamedPlaces // the rules look at nothing else

it.each([
  ['open the alert overview dashboard', ['d']],
  ['take me to the alert overview', ['d']],
  ['go to the security operations workspace', ['w']],
  ['show me the response times view', ['v']],
  ['which dashboards do we have', []],
])('“%s” names a place', (question, ids) => {
  expect(readPlace(tokensOf(question), PLACES)?.ids).toEqual(ids)
})

it.each([
  'show the executive workspace',
  'response times',
  'open alerts',
  'which dashboards does nobody look at',
])('“%s” names none', (question) => {
  expect(readPlace(tokensOf(question), PLACES)).toBeNull()
})

it('takes the title of a number as what it counts', () => {
  expect(figuresOf(PLACES)).toMatchObject([{ appId: 'alert', title: 'Critical and open' }])
})
