import type { Statement } from '@caseloom/contract/kernel/statements'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { startTexts } from '../text/i18n.ts'

startTexts()
const { StatementText } = await import('./StatementText.tsx')

const statement: Statement = {
  id: 'abc',
  parts: [
    {
      isMain: true,
      title: 'Enrich',
      permissions: 'yours',
      publisher: 'Eve',
      acts: [
        { kind: 'readRecords', names: ['Alert', 'Case'], hidden: 1, open: true },
        { kind: 'sendMail', names: [], hidden: 0, open: false },
        { kind: 'callHosts', names: ['api.example.com'], hidden: 0, open: false },
        { kind: 'runComponents', names: ['Block'], hidden: 2, open: false },
      ],
    },
    {
      isMain: false,
      title: 'Block',
      permissions: 'publisher',
      publisher: 'Bob',
      acts: [{ kind: 'deleteRecords', names: ['Alert'], hidden: 0, open: false }],
    },
    {
      isMain: false,
      title: null,
      permissions: 'yours',
      publisher: null,
      acts: [{ kind: 'useConnectors', names: [], hidden: 1, open: false }],
    },
  ],
}

const textOf = (shown: Statement) =>
  renderToStaticMarkup(<StatementText statement={shown} />)
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .filter((line) => line !== '')

it('a statement says in words what a playbook does and with whose permissions', () => {
  expect(textOf(statement).slice(1, -1)).toEqual([
    'With your permissions, it',
    'reads records in Alert, Case, 1 app you can’t see, and apps chosen while it runs',
    'sends email',
    'sends requests to api.example.com',
    'runs Block and 2 components that aren’t shared with you',
    'With the permissions of Bob, the component “Block” that it runs',
    'deletes records in Alert',
    'With your permissions, a component that it runs and that isn’t shared with you',
    'uses 1 connector you can’t see',
  ])
})
