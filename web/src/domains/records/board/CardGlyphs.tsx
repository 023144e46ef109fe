import type { Field } from '@caseloom/contract/field-types/fields'
import { useTranslation } from 'react-i18next'
import type { People } from '../../../field-types/field-type.ts'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { hueOf } from '../../../ui/glyphs/hue.ts'
import { SeverityGlyph } from '../../../ui/glyphs/Severity.tsx'
import { severityOf } from '../../../ui/glyphs/severity.ts'
import { ShapeGlyph } from '../../../ui/glyphs/State.tsx'
import type { ListRow } from '../list/list-columns.tsx'
import { chosenOf } from '../quick/quick-fields.ts'
import classes from './Board.module.css'

const MAX_AVATARS = 3

interface CardGlyphProps {
  field: Field
  row: ListRow
}

/** The severity as its glyph, with the word for those who don't see it. */
export function CardSeverity({ field, row }: CardGlyphProps) {
  const [key] = chosenOf(row.fields[field.key])
  if (key === undefined || !('options' in field)) return null
  const option = field.options.find((one) => one.key === key)
  const label = option?.label ?? key
  const severity = severityOf(key)
  return (
    <span className={classes.glyph} data-column={field.key} title={label}>
      {severity === null ? (
        <ShapeGlyph shape="dot" hue={hueOf(option?.colour)} label={label} />
      ) : (
        <SeverityGlyph value={severity} label={label} />
      )}
    </span>
  )
}

/** Who works on the record: their initials, with the name as the title. */
export function CardAssignee({ field, row, people }: CardGlyphProps & { people: People }) {
  const { t } = useTranslation('board')
  const value = row.fields[field.key]
  if (value === undefined) return null
  const names = chosenOf(value).map((id) => ({ id, name: people.name(id) ?? id.slice(0, 8) }))
  const words = names.length === 0 ? t('noOne') : names.map(({ name }) => name).join(', ')
  return (
    <span className={classes.people} data-column={field.key} title={words}>
      <span className="cl-clipped">
        {field.label}: {words}
      </span>
      {names.length === 0 && <Avatar />}
      {names.slice(0, MAX_AVATARS).map(({ id, name }) => (
        <Avatar key={id} name={name} own={id === people.me} />
      ))}
    </span>
  )
}
