import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { startTexts } from '../text/i18n.ts'
import { guessZone } from '../time.ts'
import { ZoneContext } from '../Times.tsx'

// Modules add their texts when loaded.
startTexts()
const { SchemaInput } = await import('./SchemaInput.tsx')

const CONTROL = { kind: 'text', format: 'instant', multiline: false } as const

function drawn(zone: string | null): string {
  const frame = { label: 'Until', description: 'Your last day.' }
  return renderToStaticMarkup(
    <MantineProvider withCssVariables={false} withGlobalClasses={false}>
      <ZoneContext value={zone}>
        <SchemaInput
          control={CONTROL}
          frame={frame}
          value="2026-02-28T18:14:30.000Z"
          onChange={() => {}}
          required={false}
        />
      </ZoneContext>
    </MantineProvider>,
  )
}

it.each([
  ['Asia/Kathmandu', '2026-02-28T23:59'],
  ['America/New_York', '2026-02-28T13:14'],
  ['Pacific/Auckland', '2026-03-01T07:14'],
])('a time is entered in the zone of the user, %s', (zone, value) => {
  expect(drawn(zone)).toContain(`value="${value}"`)
  expect(drawn(zone)).not.toContain('time zone')
})

it('a time is entered in the zone of the browser where no one is signed in, and the field says so', () => {
  expect(drawn(null)).toContain(`Your last day. In the time zone ${guessZone()}.`)
})
