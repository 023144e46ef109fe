import { addBefore, addImport, inTurn } from './edit.ts'
import type { Plan } from './write.ts'

const KEY = /^[a-z][a-z0-9]{2,31}$/
const FOLDER = 'connectors/src/built-in'

/** Files and entries of a connector, or what is wrong with its names. Its samples fail until they are filled. */
export function connectorPlan(key: string, title: string): Plan | string {
  if (!KEY.test(key)) return `"${key}" is no key of a connector: lowercase letters and digits, 3 to 32`
  if (title.trim() === '' || /['\\\n]/.test(title)) return 'The title is empty, or has quotes'
  const entry = (of: RegExp) => addBefore(of, /^[\]}]/, `  ${key},`)
  return {
    files: {
      [`${FOLDER}/${key}.ts`]: manifestText(key, title),
      [`${FOLDER}/${key}.fixtures.ts`]: samplesText(key),
    },
    edits: {
      [`${FOLDER}/all.ts`]: inTurn(
        addImport(`import { ${key} } from './${key}.ts'`),
        entry(/^export const readyConnectors/),
      ),
      [`${FOLDER}/all.fixtures.ts`]: inTurn(
        addImport(`import { fixtures as ${key} } from './${key}.fixtures.ts'`),
        entry(/^export const readyFixtures/),
      ),
    },
    next: [
      `${FOLDER}/${key}.ts           the actions, each after the vendor's documentation`,
      `${FOLDER}/${key}.fixtures.ts  a sample per action: input, request, response`,
      'docs/help/automate/actions.md  add its name to the list of connectors',
      'npm test -- --only=unit testkit/src/ready-connectors',
    ],
  }
}

function manifestText(key: string, title: string): string {
  return `import { manifest } from '../kit/manifest.ts'
import { input, part, TEXT, text, vendor } from './schema.ts'

const errors = { message: ['message'] }

/** ${title}. */
export const ${key} = manifest({
  key: '${key}',
  title: '${title}',
  description: 'Says in one sentence what it does.',
  vendor: '${title}',
  categories: ['tickets'],
  icon: 'ticket',
  version: '1.0.0',
  docs: 'https://example.com/api',
  settings: input({ baseUrl: vendor('https://example.com') }),
  base: '{settings.baseUrl}/api/v1',
  auth: [{ kind: 'bearer', hint: 'Where to get the token, and which permissions it needs' }],
  test: { method: 'GET', path: '/me' },
  actions: [
    {
      name: '${key}.getItem',
      title: 'Get an item',
      input: input({ id: text('Item', 'ID such as 42') }, ['id']),
      request: { method: 'GET', path: '/items/{id}' },
      response: { output: part({ id: TEXT, url: TEXT }), errors },
    },
  ],
})
`
}

function samplesText(key: string): string {
  return `import type { ConnectorFixtures } from '../kit/conformance-run.ts'

export const fixtures: ConnectorFixtures = {
  settings: { baseUrl: 'https://example.com' },
  actions: {
    '${key}.getItem': {
      input: { id: '42' },
      // What the action must send, after the vendor's documentation.
      sends: 'GET /not-filled-yet',
      answers: { id: '42', url: 'https://example.com/42' },
      output: { id: '42' },
    },
  },
}
`
}
