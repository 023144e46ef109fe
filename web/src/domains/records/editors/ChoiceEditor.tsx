import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { SelectionOption } from '@caseloom/contract/field-types/selection'
import type { Field } from '@caseloom/contract/field-types/fields'
import { Checkbox, MultiSelect, Radio, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShapeGlyph } from '../../../ui/glyphs/State.tsx'
import { hueOf } from '../../../ui/glyphs/hue.ts'
import type { Draft } from '../../../field-types/field-type.ts'
import classes from '../model/Records.module.css'

export type ChoiceField = Field & { type: 'selection' | 'user' | 'group' }

export interface Choices {
  people: readonly { id: string; name: string; active: boolean; groups: readonly string[] }[]
  groups: readonly { id: string; name: string }[]
}

interface ChoiceEditorProps extends Choices {
  field: ChoiceField
  draft: Draft
  onDraft: (draft: Draft) => void
  input: Record<string, unknown>
}

/** With more options, the choice is a menu. */
const MAX_OPEN = 50
const MAX_LISTED = 200

export interface Choice {
  value: string
  label: string
  description?: string | undefined
  color?: string | undefined
}

/** Options, people, or groups: a menu, or radio buttons or checkboxes. */
export function ChoiceEditor(props: ChoiceEditorProps) {
  const { field, draft, onDraft, input } = props
  const data = choicesOf(props)
  const values = Array.isArray(draft) ? draft : []
  const value = typeof draft === 'string' && draft !== '' ? draft : null
  const isOpen = 'options' in field && field.control !== undefined && field.control !== 'menu'
  if (isOpen && data.length <= MAX_OPEN) return <OpenChoices {...props} field={field} choices={data} />
  const rich = data.some((choice) => choice.description !== undefined || choice.color !== undefined)
  const shared = {
    ...input,
    data,
    searchable: true,
    // A menu of thousands is searched, not scrolled.
    limit: MAX_LISTED,
    ...(rich ? { renderOption: ({ option }: { option: Choice }) => <ChoiceWords choice={option} /> } : {}),
  }
  return field.multiple ? (
    <MultiSelect {...shared} value={values} onChange={onDraft} clearable />
  ) : (
    <Select {...shared} value={value} onChange={(next) => onDraft(next ?? '')} clearable={!field.required} />
  )
}

function ChoiceWords({ choice }: { choice: Choice }) {
  return (
    <span>
      <ChoiceName choice={choice} />
      {choice.description !== undefined && (
        <small className={classes.choiceDescription}>{choice.description}</small>
      )}
    </span>
  )
}

function ChoiceName({ choice }: { choice: Choice }) {
  return (
    <span className={classes.choice}>
      {choice.color !== undefined && <ShapeGlyph shape="dot" hue={hueOf(choice.color)} />}
      {choice.label}
    </span>
  )
}

type OpenChoicesProps = Omit<ChoiceEditorProps, 'field'> & {
  field: Field & { type: 'selection' }
  choices: readonly Choice[]
}

/** Every option visible; an optional value can be cleared. */
function OpenChoices({ field, choices, draft, onDraft, input }: OpenChoicesProps) {
  const { t } = useTranslation('records')
  const id = String(input['id'])
  const named = {
    'aria-labelledby': String(input['aria-labelledby'] ?? `${id}-label`),
    ...(typeof input['aria-describedby'] === 'string'
      ? { 'aria-describedby': input['aria-describedby'] }
      : {}),
  }
  const focus = input['autoFocus'] === true
  if (field.multiple) {
    const chosen = Array.isArray(draft) ? draft : []
    return (
      <CheckChoices id={id} named={named} choices={choices} chosen={chosen} focus={focus} onDraft={onDraft} />
    )
  }
  const none: Choice = { value: '', label: t('create.noValue') }
  const current = typeof draft === 'string' ? draft : ''
  const all = field.required ? choices : [none, ...choices]
  const focused = all.find((choice) => choice.value === current) ?? all[0]
  return (
    <div role="radiogroup" id={id} className={classes.openChoices} {...named}>
      {all.map((choice) => (
        <Radio
          key={choice.value}
          name={id}
          label={<ChoiceName choice={choice} />}
          description={choice.description}
          checked={choice.value === current}
          autoFocus={focus && choice === focused}
          onChange={() => onDraft(choice.value)}
        />
      ))}
    </div>
  )
}

/** A retired option stays where it was selected, and isn't offered anywhere else. */
function isOffered(chosen: readonly string[]): (option: SelectionOption) => boolean {
  return (option) => option.retired !== true || chosen.includes(option.key)
}

/** Whether a field offers a user or group: by name, or as a member of a group. */
export function isOfferedBy(
  { members }: Field & { type: 'user' | 'group' },
  id: string,
  groups: readonly string[] = [],
): boolean {
  return members === undefined || members.some((member) => member === id || groups.includes(member))
}

/** What can be chosen: options that are in use, and people and groups that the field offers. */
export function choicesOf({
  field,
  draft,
  people,
  groups,
}: Pick<ChoiceEditorProps, 'field' | 'draft' | 'people' | 'groups'>): Choice[] {
  const chosen = Array.isArray(draft) ? draft : [draft]
  if ('options' in field)
    return field.options.filter(isOffered(chosen)).map(({ key, label, description, colour }) => ({
      value: key,
      label,
      ...(description === undefined ? {} : { description }),
      ...(colour === undefined ? {} : { color: colour }),
    }))
  if (fieldTraits(field).users)
    return people
      .filter((person) => person.active || chosen.includes(person.id))
      .filter((person) => isOfferedBy(field, person.id, person.groups) || chosen.includes(person.id))
      .map((person) => ({ value: person.id, label: person.name }))
  return groups
    .filter((group) => isOfferedBy(field, group.id) || chosen.includes(group.id))
    .map((group) => ({ value: group.id, label: group.name }))
}

interface CheckChoicesProps {
  id: string
  named: { 'aria-labelledby': string; 'aria-describedby'?: string }
  choices: OpenChoicesProps['choices']
  chosen: string[]
  focus: boolean
  onDraft: OpenChoicesProps['onDraft']
}

function CheckChoices({ id, named, choices, chosen, focus, onDraft }: CheckChoicesProps) {
  return (
    <div role="group" id={id} className={classes.openChoices} {...named}>
      {choices.map((choice, at) => (
        <Checkbox
          key={choice.value}
          label={<ChoiceName choice={choice} />}
          description={choice.description}
          checked={chosen.includes(choice.value)}
          autoFocus={focus && at === 0}
          onChange={(event) =>
            onDraft(
              event.currentTarget.checked
                ? [...chosen, choice.value]
                : chosen.filter((key) => key !== choice.value),
            )
          }
        />
      ))}
    </div>
  )
}
