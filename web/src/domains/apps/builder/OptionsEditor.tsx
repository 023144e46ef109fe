import type { SelectionOption } from '@caseloom/contract/field-types/selection'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { ActionIcon, Button, Collapse, Select, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DroppedValues } from './DroppedValues.tsx'
import classes from './Panels.module.css'
import { keyFrom } from '../draft/app-draft.ts'
import type { FieldSettingsProps } from '../draft/builder-types.ts'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import { Toggle } from './field-types/settings-parts.tsx'

type SelectionField = Extract<FieldInput, { type: 'selection' }>
const COLORS = ['gray', 'blue', 'green', 'amber', 'orange', 'red', 'purple'] as const

export function OptionsEditor({ field, edited, set, fault }: FieldSettingsProps & { field: SelectionField }) {
  const { t } = useTranslation('apps')
  const [many, setMany] = useState<string | null>(null)
  const { options } = field
  const write = (next: readonly SelectionOption[]) => set({ options: next })
  const keys = new Set(options.map(({ key }) => key))
  const add = (labels: readonly string[]) => {
    const taken = new Set(keys)
    const added = labels.map((label) => {
      const key = keyFrom(label, taken)
      taken.add(key)
      return { key, label }
    })
    // What a new field has as an example goes as soon as there are values of its own.
    const replaces = many !== null && added.length > 0 && isExample(field)
    write(replaces ? added : [...options, ...added])
  }
  return (
    <>
      {fault('options') !== undefined && (
        <p role="alert" className={classes.fault}>
          {fault('options')}
        </p>
      )}
      <OptionList options={options} fault={fault} write={write} />
      <DroppedValues field={field} edited={edited} set={set} />
      {many === null ? (
        <AddButtons add={add} options={options} setMany={setMany} />
      ) : (
        <>
          <Textarea
            label={t('options.addManyText')}
            value={many}
            autosize
            minRows={4}
            maxRows={12}
            onChange={(event) => setMany(event.currentTarget.value)}
          />
          <ManyButtons many={many} add={add} setMany={setMany} />
        </>
      )}
    </>
  )
}

/** Records may have the options of a published field, whatever they are named. */
function isExample(field: SelectionField): boolean {
  if (field.id !== undefined) return false
  const made = paletteEntryOf(field)?.make?.('') ?? {}
  return 'options' in made && JSON.stringify(made.options) === JSON.stringify(field.options)
}

interface OptionRowProps {
  option: SelectionOption
  at: number
  last: boolean
  fault: (part: string) => string | undefined
  onChange: (option: SelectionOption) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function OptionRow({ option, at, last, fault, onChange, onMove, onRemove }: OptionRowProps) {
  const { t } = useTranslation('apps')
  const [isOpen, setIsOpen] = useState(false)
  const name = option.label || t('options.label', { at: at + 1 })
  const set = (over: Partial<Record<keyof SelectionOption, string | true | undefined>>) => {
    const entries = Object.entries({ ...option, ...over }).filter(([, value]) => value !== undefined)
    // Only settings of an option are set here; publishing validates them.
    onChange(Object.fromEntries(entries) as SelectionOption)
  }
  return (
    <li className={classes.option}>
      <div className={classes.optionHead}>
        <OptionLabel at={at} option={option} fault={fault} set={set} />
        <ActionIcon
          size={24}
          aria-label={t('options.up', { name })}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <IconArrowUp size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={24}
          aria-label={t('options.down', { name })}
          disabled={last}
          onClick={() => onMove(at + 1)}
        >
          <IconArrowDown size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={24}
          aria-label={t('options.more', { name })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronDown size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon size={24} aria-label={t('options.remove', { name })} onClick={onRemove}>
          <IconX size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
      <OptionDetails isOpen={isOpen} fault={fault} at={at} option={option} set={set} name={name} />
    </li>
  )
}

interface OptionListProps {
  options: readonly SelectionOption[]
  fault: (at: string) => string | undefined
  write: (next: readonly SelectionOption[]) => void
}

function OptionList({ options, fault, write }: OptionListProps) {
  return (
    <ol className={classes.options}>
      {options.map((option, at) => (
        <OptionRow
          // Keys are editable, so the index is the identity.
          key={at}
          option={option}
          at={at}
          last={at === options.length - 1}
          fault={(part) => fault(`options.${at}.${part}`)}
          onChange={(next) => write(options.with(at, next))}
          onMove={(to) => write(options.toSpliced(at, 1).toSpliced(to, 0, option))}
          onRemove={() => write(options.toSpliced(at, 1))}
        />
      ))}
    </ol>
  )
}

interface AddButtonsProps {
  add: (labels: readonly string[]) => void
  options: readonly SelectionOption[]
  setMany: (next: string | null) => void
}

function AddButtons({ add, options, setMany }: AddButtonsProps) {
  const { t } = useTranslation('apps')
  return (
    <div className={classes.row}>
      <Button
        leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
        onClick={() => add([t('options.new', { at: options.length + 1 })])}
      >
        {t('options.add')}
      </Button>
      <Button variant="subtle" onClick={() => setMany('')}>
        {t('options.addMany')}
      </Button>
    </div>
  )
}

interface ManyButtonsProps {
  many: string
  add: (labels: readonly string[]) => void
  setMany: (next: string | null) => void
}

function ManyButtons({ many, add, setMany }: ManyButtonsProps) {
  const { t } = useTranslation('apps')
  return (
    <div className={classes.row}>
      <Button
        onClick={() => {
          const lines = many.split('\n').map((line) => line.trim().slice(0, 100))
          add([...new Set(lines.filter((line) => line !== ''))])
          setMany(null)
        }}
      >
        {t('options.take')}
      </Button>
      <Button variant="subtle" onClick={() => setMany(null)}>
        {t('create.cancel')}
      </Button>
    </div>
  )
}

interface OptionLabelProps {
  at: number
  option: SelectionOption
  fault: (part: string) => string | undefined
  set: (over: Partial<Record<keyof SelectionOption, string | true | undefined>>) => void
}

function OptionLabel({ at, option, fault, set }: OptionLabelProps) {
  const { t } = useTranslation('apps')
  return (
    <TextInput
      aria-label={t('options.label', { at: at + 1 })}
      value={option.label}
      maxLength={100}
      error={fault('label')}
      className={classes.grow ?? ''}
      onChange={(event) => set({ label: event.currentTarget.value })}
    />
  )
}

interface OptionDetailsProps {
  isOpen: boolean
  fault: (part: string) => string | undefined
  at: number
  option: SelectionOption
  set: (over: Partial<Record<keyof SelectionOption, string | true | undefined>>) => void
  name: string
}

function OptionDetails({ isOpen, fault, at, option, set, name }: OptionDetailsProps) {
  const { t } = useTranslation('apps')
  return (
    <Collapse expanded={isOpen || fault('key') !== undefined}>
      <div className={classes.optionMore}>
        <TextInput
          label={t('options.key', { at: at + 1 })}
          value={option.key}
          maxLength={32}
          spellCheck={false}
          error={fault('key')}
          onChange={(event) => set({ key: event.currentTarget.value })}
        />
        <Select
          label={t('options.color', { name })}
          data={[
            { value: '', label: t('options.colors.none') },
            ...COLORS.map((one) => ({ value: one, label: t(`options.colors.${one}`) })),
          ]}
          value={option.colour ?? ''}
          onChange={(color) => set({ colour: color === '' || color === null ? undefined : color })}
        />
        <TextInput
          label={t('options.description', { name })}
          value={option.description ?? ''}
          maxLength={300}
          onChange={(event) => set({ description: event.currentTarget.value || undefined })}
        />
        <Toggle
          label={t('options.retired', { name })}
          note={t('options.retiredNote')}
          value={option.retired === true}
          onChange={(retired) => set({ retired: retired || undefined })}
        />
      </div>
    </Collapse>
  )
}
