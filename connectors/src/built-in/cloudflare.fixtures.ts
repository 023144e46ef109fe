import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ConnectorFixtures } from '../kit/conformance-run.ts'

const ZONE = '023e105f4ecef8ad9ca31a8372d0c353'
const ACCOUNT = '9a7806061c88ada191ed06f989cc3dac'
const LIST = '2c0fc9fa937b11eaa1b71c4d701ab86e'
const rules = `/zones/${ZONE}/firewall/access_rules/rules`
const lists = `/accounts/${ACCOUNT}/rules/lists`
const rule = {
  id: '92f17202ed8bd63d69a66b86a49a8f6b',
  mode: 'block',
  notes: 'INC-7',
  configuration: { target: 'ip', value: '198.51.100.7' },
  created_on: '2026-11-20T05:20:00.12345Z',
}
const ok = (result: JsonValue, more: { [name: string]: JsonValue } = {}) => ({
  success: true,
  errors: [],
  messages: [],
  result,
  ...more,
})
const operation = ok({ operation_id: '4da8780eeb215e6cb7f48dd981c4ea02' })

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://api.cloudflare.com/client/v4' },
  actions: {
    'cloudflare.block': {
      input: { zone: ZONE, mode: 'block', target: 'ip', value: '198.51.100.7', notes: 'INC-7' },
      sends: `POST ${rules}`,
      body: { mode: 'block', configuration: { target: 'ip', value: '198.51.100.7' }, notes: 'INC-7' },
      answers: ok(rule),
      output: { id: rule.id, mode: 'block' },
    },
    'cloudflare.unblock': {
      input: { zone: ZONE, rule: rule.id },
      sends: `DELETE ${rules}/${rule.id}`,
      answers: ok({ id: rule.id }),
      output: { id: rule.id },
    },
    'cloudflare.listAccessRules': {
      input: { zone: ZONE, value: '198.51.100.7' },
      sends: `GET ${rules}?configuration.value=198.51.100.7&per_page=100`,
      answers: ok([rule], { result_info: { page: 1, per_page: 100, count: 1, total_count: 1 } }),
      output: { items: [{ id: rule.id }], more: false },
    },
    'cloudflare.listLists': {
      input: { account: ACCOUNT },
      sends: `GET ${lists}`,
      answers: ok([{ id: LIST, name: 'blocked', kind: 'ip', num_items: 10 }]),
      output: [{ name: 'blocked' }],
    },
    'cloudflare.listItems': {
      input: { account: ACCOUNT, list: LIST, search: '198.51' },
      sends: `GET ${lists}/${LIST}/items?search=198.51&per_page=100`,
      answers: ok([{ id: 'i1', ip: '198.51.100.7', comment: 'INC-7' }], { result_info: { cursors: {} } }),
      output: { items: [{ ip: '198.51.100.7' }], more: false },
    },
    'cloudflare.addToList': {
      input: { account: ACCOUNT, list: LIST, ip: '198.51.100.7', comment: 'INC-7' },
      sends: `POST ${lists}/${LIST}/items`,
      body: [{ ip: '198.51.100.7', comment: 'INC-7' }],
      answers: operation,
      output: { operation_id: '4da8780eeb215e6cb7f48dd981c4ea02' },
    },
    'cloudflare.removeFromList': {
      input: { account: ACCOUNT, list: LIST, item: 'i1' },
      sends: `DELETE ${lists}/${LIST}/items`,
      body: { items: [{ id: 'i1' }] },
      answers: operation,
    },
  },
}
