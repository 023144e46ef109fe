import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { startTexts } from '../text/i18n.ts'
import type { DiffRow, Side } from './diff-row.ts'

// Modules add their texts when loaded.
startTexts()
const { ThreeWayDiff } = await import('./ThreeWayDiff.tsx')

const row: DiffRow = {
  id: 'a',
  kind: 'conflict',
  label: 'Notes, label',
  base: 'Notes',
  here: 'Steps',
  next: 'Done',
  changedHere: true,
  changedNext: true,
  result: 'Steps',
}
const drawn = (choices: Record<string, Side>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ThreeWayDiff
        label="Diff"
        heads={{ base: 'Version 1', here: 'Alert', next: 'Version 2' }}
        rows={[row]}
        choices={choices}
        onChoose={() => undefined}
      />
    </MantineProvider>,
  )

it('chooses nothing in a conflict until someone decides', () => {
  expect(drawn({})).not.toContain('checked=""')
  expect(drawn({ a: 'new' }).match(/checked=""/g)).toHaveLength(1)
})

it('marks what is changed here and what the new version changes', () => {
  expect(drawn({})).toMatch(/data-changed="here"[^>]*>Steps.*data-changed="new"[^>]*>Done/)
})
