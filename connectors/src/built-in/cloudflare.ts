import { manifest } from '../kit/manifest.ts'
import { choice, input, items, LIMIT, MAYBE, NUMBER, part, TEXT, text, vendor } from './schema.ts'

const DOCS = 'https://developers.cloudflare.com/api/resources'
const errors = { message: ['errors.0.message'], when: { at: 'success', is: false } }
const zone = text('Zone', 'Zone ID')
const account = text('Account', 'Account ID')
const listId = text('List', 'List ID')
const rules = '/zones/{zone}/firewall/access_rules/rules'
const lists = '/accounts/{account}/rules/lists'
const rule = part({
  id: TEXT,
  mode: TEXT,
  notes: MAYBE,
  configuration: part({ target: TEXT, value: TEXT }),
  created_on: TEXT,
})
const operation = { pick: 'result', output: part({ operation_id: TEXT }), errors }

/** Cloudflare, version 4 of its interface. */
export const cloudflare = manifest({
  key: 'cloudflare',
  title: 'Cloudflare',
  description: 'Blocks addresses, and adds them to lists that firewall rules use.',
  vendor: 'Cloudflare',
  categories: ['network'],
  icon: 'brand-cloudflare',
  version: '1.0.0',
  docs: 'https://developers.cloudflare.com/api/',
  settings: input({ baseUrl: vendor('https://api.cloudflare.com/client/v4') }),
  base: '{settings.baseUrl}',
  auth: [
    {
      kind: 'bearer',
      hint: 'API token that can edit firewall services of the zones, and account filter lists',
    },
  ],
  test: { method: 'GET', path: '/user/tokens/verify' },
  actions: [
    {
      name: 'cloudflare.block',
      title: 'Block an address in a zone',
      description: 'Creates an IP access rule. It affects all requests to the zone immediately.',
      docs: `${DOCS}/firewall/subresources/access_rules/methods/create/`,
      input: input(
        {
          zone,
          mode: choice('Action', ['block', 'challenge', 'js_challenge', 'managed_challenge', 'whitelist']),
          target: choice('Kind', ['ip', 'ip6', 'ip_range', 'asn', 'country']),
          value: text('Value', 'For example 198.51.100.7 or 198.51.100.0/24'),
          notes: text('Notes'),
        },
        ['zone', 'mode', 'target', 'value'],
      ),
      request: {
        method: 'POST',
        path: rules,
        body: {
          value: {
            mode: '{mode}',
            configuration: { target: '{target}', value: '{value}' },
            notes: '{notes}',
          },
        },
      },
      response: { pick: 'result', output: rule, errors },
    },
    {
      name: 'cloudflare.unblock',
      title: 'Delete an access rule of a zone',
      docs: `${DOCS}/firewall/subresources/access_rules/methods/delete/`,
      input: input({ zone, rule: text('Rule', 'ID of the access rule') }, ['zone', 'rule']),
      request: { method: 'DELETE', path: `${rules}/{rule}` },
      response: { pick: 'result', output: part({ id: TEXT }), errors },
    },
    {
      name: 'cloudflare.listAccessRules',
      title: 'List the access rules of a zone',
      docs: `${DOCS}/firewall/subresources/access_rules/methods/list/`,
      input: input(
        { zone, value: text('Value', 'Only rules for this address, network, or country'), limit: LIMIT },
        ['zone'],
      ),
      request: { method: 'GET', path: rules, query: { 'configuration.value': '{value}' } },
      response: {
        paging: {
          kind: 'page',
          items: 'result',
          param: 'page',
          size: { param: 'per_page', value: 100 },
          limit: 'limit',
        },
        output: items(rule),
        errors,
      },
    },
    {
      name: 'cloudflare.listLists',
      title: 'List the lists of an account',
      docs: `${DOCS}/rules/subresources/lists/methods/list/`,
      input: input({ account }, ['account']),
      request: { method: 'GET', path: lists },
      response: {
        pick: 'result',
        output: items(part({ id: TEXT, name: TEXT, kind: TEXT, num_items: NUMBER })),
        errors,
      },
    },
    {
      name: 'cloudflare.listItems',
      title: 'List the items of a list',
      docs: `${DOCS}/rules/subresources/lists/subresources/items/methods/list/`,
      input: input(
        { account, list: listId, search: text('Search', 'Beginning of the address'), limit: LIMIT },
        ['account', 'list'],
      ),
      request: {
        method: 'GET',
        path: `${lists}/{list}/items`,
        query: { search: '{search}', per_page: '100' },
      },
      response: {
        paging: {
          kind: 'cursor',
          items: 'result',
          from: 'result_info.cursors.after',
          param: 'cursor',
          limit: 'limit',
        },
        output: items(part({ id: TEXT, ip: TEXT, comment: MAYBE })),
        errors,
      },
    },
    {
      name: 'cloudflare.addToList',
      title: 'Add an address to a list',
      description:
        'Rules that use the list affect the address immediately. Cloudflare accepts one change of lists at a time.',
      docs: `${DOCS}/rules/subresources/lists/subresources/items/methods/create/`,
      input: input({ account, list: listId, ip: text('IP address or network'), comment: text('Comment') }, [
        'account',
        'list',
        'ip',
      ]),
      request: {
        method: 'POST',
        path: `${lists}/{list}/items`,
        body: { value: [{ ip: '{ip}', comment: '{comment}' }] },
      },
      response: operation,
    },
    {
      name: 'cloudflare.removeFromList',
      title: 'Remove an item from a list',
      docs: `${DOCS}/rules/subresources/lists/subresources/items/methods/delete/`,
      input: input({ account, list: listId, item: text('Item', 'Item ID') }, ['account', 'list', 'item']),
      request: {
        method: 'DELETE',
        path: `${lists}/{list}/items`,
        body: { value: { items: [{ id: '{item}' }] } },
      },
      response: operation,
    },
  ],
})
