import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { frameWords, InnerField, type SchemaFieldProps } from '../../../../ui/schema-form/schema-field.tsx'
import {
  fieldsOf,
  isObject,
  type SchemaField,
  type Variant,
  variantOf,
} from '../../../../ui/schema-form/schema-fields.ts'
import { emptyOf, startOf } from '../../../../ui/schema-form/schema-values.ts'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import type { Path } from '../model/places.ts'
import classes from '../parts/Panel.module.css'
import { PropertyFields } from './PropertyFields.tsx'

type GroupProps = SchemaFieldProps & { tools: ReactNode }

export function ObjectField(props: GroupProps & { fields: readonly SchemaField[] }) {
  const words = frameWords(props)
  const error = useIssueAt(props.path, true)
  const value = isObject(props.value) ? props.value : {}
  return (
    <FieldFrame {...words} tools={props.tools} error={error}>
      {() => (
        <div className={classes.group} role="group" aria-label={props.label}>
          <PropertyFields
            properties={props.fields}
            path={props.path}
            root={props.root}
            value={value}
            readOnly={props.readOnly}
            onChange={(next) =>
              props.onChange(Object.keys(next).length === 0 && !props.required ? undefined : next)
            }
          />
        </div>
      )}
    </FieldFrame>
  )
}

export function VariantsField(props: GroupProps & { variants: readonly Variant[] }) {
  const { variants, value, onChange, label, readOnly } = props
  const { t } = useTranslation('panel')
  const [last, setLast] = useState(() => variantOf(value, variants))
  const at = variantOf(value, variants, last)
  if (at !== last && at >= 0) setLast(at)
  const chosen = variants[at]
  const words = frameWords(props)
  const error = useIssueAt(props.path, true)
  // The constants of a variant say which one it is.
  const properties = (chosen === undefined ? null : fieldsOf(chosen.schema))?.filter(
    ({ schema }) => !('const' in schema),
  )
  return (
    <FieldFrame {...words} tools={props.tools} error={error}>
      {({ describedBy }) => (
        <div className={classes.group} role="group" aria-label={label}>
          <Select
            aria-label={t('field.kind', { field: label })}
            aria-describedby={describedBy}
            data={variants.map((one, index) => ({ value: String(index), label: one.label }))}
            value={at < 0 ? null : String(at)}
            placeholder={t('field.choose')}
            readOnly={readOnly}
            onChange={(next) => {
              const found = variants[Number(next)]
              if (next === null || found === undefined) return
              setLast(Number(next))
              onChange(startOf(found))
            }}
          />
          <PropertyFields
            properties={properties ?? []}
            path={props.path}
            root={props.root}
            value={isObject(value) ? value : {}}
            readOnly={readOnly}
            onChange={onChange}
          />
        </div>
      )}
    </FieldFrame>
  )
}

export function ListField(props: GroupProps & { items: JsonObject }) {
  const { items, value, onChange, path, root, readOnly, label } = props
  const { t } = useTranslation('panel')
  const words = frameWords(props)
  const error = useIssueAt(path, true)
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const write = (next: JsonValue[]) => onChange(next.length === 0 && !props.required ? undefined : next)
  return (
    <FieldFrame {...words} tools={props.tools} error={error}>
      {() => (
        <>
          {list.length > 0 && (
            <ol className={classes.rows}>
              {list.map((item, at) => (
                <li key={at} className={classes.row}>
                  <div className={classes.grow}>
                    <InnerField
                      label={t('field.item', { field: label, number: at + 1 })}
                      name=""
                      path={[...path, at]}
                      schema={items}
                      root={root}
                      value={item}
                      required={false}
                      readOnly={readOnly}
                      onChange={(next) => write(list.with(at, next ?? emptyOf(items)))}
                    />
                  </div>
                  {!readOnly && (
                    <RemoveButton
                      label={t('field.removeItem', { field: label, number: at + 1 })}
                      onClick={() => write(list.toSpliced(at, 1))}
                    />
                  )}
                </li>
              ))}
            </ol>
          )}
          {!readOnly && (
            <AddButton
              label={t('field.addItem', { field: label })}
              onClick={() => write([...list, emptyOf(items)])}
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}

/** Free-form names with values, such as headers or query parameters. */
export function MapField(props: GroupProps & { values: JsonObject }) {
  const { values, value, onChange, path, root, readOnly, label } = props
  const { t } = useTranslation('panel')
  const words = frameWords(props)
  const error = useIssueAt(path, true)
  const entries = Object.entries(isObject(value) ? value : {})
  const write = (next: [string, JsonValue][]) =>
    onChange(next.length === 0 && !props.required ? undefined : Object.fromEntries(next))
  return (
    <FieldFrame {...words} tools={props.tools} error={error}>
      {() => (
        <>
          {entries.length > 0 && (
            <ul className={classes.rows}>
              {entries.map(([name, item], at) => (
                <MapEntry
                  key={at}
                  at={at}
                  label={label}
                  name={name}
                  readOnly={readOnly}
                  entries={entries}
                  write={write}
                  item={item}
                  path={path}
                  values={values}
                  root={root}
                />
              ))}
            </ul>
          )}
          {!readOnly && (
            <AddButton
              label={t('field.addEntry', { field: label })}
              onClick={() => write([...entries, [freeName(entries.map(([one]) => one)), '']])}
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}

interface MapEntryProps {
  at: number
  label: string
  name: string
  readOnly: boolean
  entries: [string, JsonValue][]
  write: (next: [string, JsonValue][]) => void
  item: JsonValue
  path: Path
  values: JsonObject
  root: JsonObject
}

function MapEntry({ at, label, name, readOnly, entries, write, item, path, values, root }: MapEntryProps) {
  const { t } = useTranslation('panel')
  return (
    <li className={classes.row}>
      <div className={classes.pair}>
        <NameInput
          label={t('field.name', { field: label, number: at + 1 })}
          name={name}
          readOnly={readOnly}
          taken={entries.map(([one]) => one)}
          onChange={(next) => write(entries.with(at, [next, item]))}
        />
        <InnerField
          label={name}
          name={name}
          path={[...path, name]}
          schema={values}
          root={root}
          value={item}
          required={false}
          readOnly={readOnly}
          onChange={(next) => write(entries.with(at, [name, next ?? '']))}
        />
      </div>
      {!readOnly && (
        <RemoveButton
          label={t('field.removeNamed', { name })}
          onClick={() => write(entries.toSpliced(at, 1))}
        />
      )}
    </li>
  )
}

function freeName(taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'name' : `name${number}`
    if (!taken.includes(name)) return name
  }
}

interface NameInputProps {
  label: string
  name: string
  taken: readonly string[]
  readOnly: boolean
  onChange: (name: string) => void
}

/** Applied on blur, so that partially typed names do not collide. */
export function NameInput({ label, name, taken, readOnly, onChange }: NameInputProps) {
  const { t } = useTranslation('panel')
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? name
  const clashes = shown !== name && (taken.includes(shown) || shown === '')
  const done = () => {
    if (!clashes && shown !== name) onChange(shown)
    setTyped(null)
  }
  return (
    <TextInput
      aria-label={label}
      value={shown}
      spellCheck={false}
      readOnly={readOnly}
      classNames={{ input: classes.mono ?? '' }}
      error={clashes ? t('field.nameTaken') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
      }}
    />
  )
}

export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      className={classes.add}
      leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick}>
      <IconX size={14} stroke={1.7} aria-hidden />
    </ActionIcon>
  )
}
