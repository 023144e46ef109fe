import type { Field } from '@caseloom/contract/field-types/fields'
import type { Aspect } from '@caseloom/workflow/form-context'
import { MultiSelect, Select, TextInput } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { FilterSubject } from '../../../../field-types/parts/filter-choices.ts'
import { labelOf } from '../../../../field-types/workflow/rule-words.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { MESSAGE_LEVELS, useItemChoices } from '../model/item-choices.ts'
import { aspectsOf, type ExpectedLine } from './expectation-lines.ts'
import { isEditable, RemovableRow, ValueOfField } from './test-rows.tsx'
import { nameOf, stateText } from './test-words.ts'
import classes from './Trial.module.css'

const MESSAGE = 'message'

type Of<Kind extends ExpectedLine['kind']> = Extract<ExpectedLine, { kind: Kind }>

interface RowProps<Line extends ExpectedLine> {
  line: Line
  onChange: (line: Line) => void
}

interface ExpectationRowsProps {
  lines: readonly ExpectedLine[]
  onChange: (lines: ExpectedLine[]) => void
}

/** What a test expects, a row for each part. What no row is about is as the layout and the fields say. */
export function ExpectationRows({ lines, onChange }: ExpectationRowsProps) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const put = (line: ExpectedLine) => onChange(lines.map((one) => (one.id === line.id ? line : one)))
  const nameOfLine = (line: ExpectedLine) => {
    if (line.kind === 'item') return nameOf({ words, t }, line.item)
    return line.kind === 'message' ? t('tests.kinds.message') : labelOf(words, line.field)
  }
  return (
    <section aria-labelledby="test-expected" className={classes.section}>
      <h3 id="test-expected" className={classes.title}>
        {t('tests.expects')}
      </h3>
      <p className={classes.quiet}>{t('tests.expectsNote')}</p>
      {lines.map((line) => (
        <RemovableRow
          key={line.id}
          name={nameOfLine(line)}
          onRemove={() => onChange(lines.filter(({ id }) => id !== line.id))}
        >
          <LineInput line={line} onChange={put} />
        </RemovableRow>
      ))}
      <AddLine
        // Empty again after each choice.
        key={lines.map(({ id }) => id).join()}
        lines={lines}
        onAdd={(line) => onChange([...lines, line])}
      />
    </section>
  )
}

function LineInput({ line, onChange }: RowProps<ExpectedLine>) {
  switch (line.kind) {
    case 'item':
      return <ItemInput line={line} onChange={onChange} />
    case 'value':
      return (
        <ValueOfField
          field={line.field}
          value={line.value}
          onChange={(value) => onChange({ ...line, value })}
        />
      )
    case 'offered':
      return <OptionsInput line={line} onChange={onChange} />
    case 'message':
      return <MessageInput line={line} onChange={onChange} />
    default:
      return line satisfies never
  }
}

function ItemInput({ line, onChange }: RowProps<Of<'item'>>) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const { item, aspect, value } = line
  const known = aspectsOf(item)
  const choices = (known.includes(aspect) ? known : [aspect, ...known]).flatMap((one) =>
    [true, false].map((isOn) => ({ aspect: one, value: isOn, key: `${one}.${isOn ? 'on' : 'off'}` })),
  )
  return (
    <Select
      aria-label={t('tests.stateOf', { name: nameOf({ words, t }, item) })}
      allowDeselect={false}
      data={choices.map((one) => ({ value: one.key, label: stateText({ words, t }, one.aspect, one.value) }))}
      value={`${aspect}.${value ? 'on' : 'off'}`}
      onChange={(key) => {
        const chosen = choices.find((one) => one.key === key)
        if (chosen !== undefined) onChange({ ...line, aspect: chosen.aspect, value: chosen.value })
      }}
    />
  )
}

function OptionsInput({ line, onChange }: RowProps<Of<'offered'>>) {
  const { t } = useTranslation('workflow-editor')
  const { words } = useWorkflow()
  const options = optionsIn(words.subjects.find(({ key }) => key === line.field)?.field)
  return (
    <MultiSelect
      aria-label={t('tests.optionsOf', { name: labelOf(words, line.field) })}
      data={options.map(({ key, label }) => ({ value: key, label }))}
      value={line.options}
      onChange={(chosen) =>
        // In the order of the field, as rules offer them.
        onChange({ ...line, options: options.flatMap(({ key }) => (chosen.includes(key) ? [key] : [])) })
      }
    />
  )
}

function MessageInput({ line, onChange }: RowProps<Of<'message'>>) {
  const { t } = useTranslation('workflow-editor')
  const places = useItemChoices([])
  const { message } = line
  const put = (next: typeof message) => onChange({ ...line, message: next })
  return (
    <div className={classes.pair}>
      <Select
        aria-label={t('level')}
        allowDeselect={false}
        data={MESSAGE_LEVELS.map((level) => ({ value: level, label: t(`tests.levels.${level}`) }))}
        value={message.level}
        onChange={(next) =>
          put({ ...message, level: MESSAGE_LEVELS.find((one) => one === next) ?? message.level })
        }
      />
      <Select
        aria-label={t('shownAt')}
        clearable
        searchable
        openOnFocus={false}
        placeholder={t('topOfForm')}
        data={places}
        value={message.at ?? null}
        onChange={(at) => {
          const { at: _at, ...rest } = message
          put(at === null ? rest : { ...rest, at })
        }}
      />
      <TextInput
        aria-label={t('text')}
        className={classes.whole}
        value={message.text}
        maxLength={1_000}
        onChange={(event) => put({ ...message, text: event.currentTarget.value })}
      />
    </div>
  )
}

/** Adds a row, chosen by what it is about; a field has one row for its value and one for its options. */
function AddLine({ lines, onAdd }: { lines: readonly ExpectedLine[]; onAdd: (line: ExpectedLine) => void }) {
  const { t } = useTranslation('workflow-editor')
  const { buttons, words } = useWorkflow()
  const items = useItemChoices(buttons)
  const open = words.subjects.filter(isEditable)
  const left = (kind: 'value' | 'offered', subjects: readonly FilterSubject[]) =>
    subjects
      .filter(({ key }) => !lines.some((line) => line.kind === kind && line.field === key))
      .map(({ key, label }) => ({ value: `${kind} ${key}`, label }))
  const data = [
    {
      group: t('tests.kinds.item'),
      items: items
        .filter(({ value }) => unusedAspect(lines, value) !== undefined)
        .map(({ value, label }) => ({ value: `item ${value}`, label })),
    },
    { group: t('tests.kinds.value'), items: left('value', open) },
    {
      group: t('tests.kinds.options'),
      items: left(
        'offered',
        open.filter(({ field }) => optionsIn(field).length > 0),
      ),
    },
    { group: t('tests.kinds.message'), items: [{ value: MESSAGE, label: t('tests.newMessage') }] },
  ]
  return (
    <Select
      label={t('tests.addExpected')}
      placeholder={t('chooseField')}
      searchable
      openOnFocus={false}
      data={data.filter((group) => group.items.length > 0)}
      value={null}
      onChange={(chosen) => chosen !== null && onAdd(lineOf(chosen, lines))}
    />
  )
}

function optionsIn(field: Field | undefined): readonly { key: string; label: string }[] {
  return field !== undefined && 'options' in field ? field.options : []
}

function unusedAspect(lines: readonly ExpectedLine[], item: string): Aspect | undefined {
  const isUsed = (aspect: Aspect) =>
    lines.some((line) => line.kind === 'item' && line.item === item && line.aspect === aspect)
  return aspectsOf(item).find((aspect) => !isUsed(aspect))
}

function lineOf(chosen: string, lines: readonly ExpectedLine[]): ExpectedLine {
  const id = randomId()
  const at = chosen.indexOf(' ')
  const [kind, name] = [chosen.slice(0, at), chosen.slice(at + 1)]
  if (chosen === MESSAGE) return { id, kind: 'message', message: { level: 'info', text: '' } }
  if (kind === 'value') return { id, kind: 'value', field: name, value: null }
  if (kind === 'offered') return { id, kind: 'offered', field: name, options: [] }
  return { id, kind: 'item', item: name, aspect: unusedAspect(lines, name) ?? 'visible', value: true }
}
