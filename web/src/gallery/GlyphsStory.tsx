import { Chip, Dot, PropertyChip, Tags } from '../ui/Chip.tsx'
import { Avatar, Person } from '../ui/glyphs/Avatar.tsx'
import { Logo } from '../ui/glyphs/Logo.tsx'
import { Severity, SeverityGlyph } from '../ui/glyphs/Severity.tsx'
import { SlaRing } from '../ui/glyphs/SlaRing.tsx'
import { State, StateGlyph } from '../ui/glyphs/State.tsx'
import { SEVERITIES } from '@caseloom/contract/values/severities'
import { STATE_NAMES } from '../ui/glyphs/state.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { formatSpan } from '../ui/time.ts'
import { Line, Story } from './Story.tsx'

export function GlyphsStory() {
  return (
    <>
      <Story title="Severity">
        <Line>
          {SEVERITIES.map((name) => (
            <Severity key={name} value={name}>
              {name}
            </Severity>
          ))}
        </Line>
      </Story>
      <Story title="States">
        <Line>
          {STATE_NAMES.map((name) => (
            <State key={name} state={name}>
              {name}
            </State>
          ))}
        </Line>
      </Story>
      <Story title="SLA, people, tags, keys">
        <Line>
          <SlaRing used={0.2} /> {formatSpan(187 * 60_000)}
          <SlaRing used={0.86} /> {formatSpan(17 * 60_000)} left
          <SlaRing used={1.4} /> 48m overdue
          <SlaRing used={0.4} size={30} />
        </Line>
        <Line>
          <Person name="Maren Holt" own noOne="Unassigned" />
          <Person name="Ines Sá" noOne="Unassigned" />
          <Person name="Daniel Okafor" noOne="Unassigned" />
          <Person name={null} noOne="Unassigned" />
          <Avatar name="Tomasz Kurek" size={32} />
        </Line>
        <Line>
          <Tags values={['ransomware', 'T1003.006', 'smb', 'tier-0']} />
          <Chip hue="amber" glyph={<StateGlyph state="waiting" />}>
            Waiting
          </Chip>
          <Chip hue="red" glyph={<StateGlyph state="failed" />}>
            Failed
          </Chip>
          <PropertyChip>
            <SeverityGlyph value="fatal" /> Fatal
          </PropertyChip>
          <span>
            <Dot hue="green" /> Active
          </span>
          <Kbd keys="⌘K" />
          <Kbd keys="J" />
          <Logo size={26} />
        </Line>
      </Story>
    </>
  )
}
