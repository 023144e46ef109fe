import type { Field } from '@caseloom/contract/field-types/fields'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../../../data/apps.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import {
  linkedTitle,
  type Picked,
  pickedText,
  readPicked,
  readPicks,
} from '../../../field-types/values/linked-draft.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { Draft } from '../../../field-types/field-type.ts'
import type { FieldEditorComponent } from './field-editor-props.ts'
import { linkableQuery } from '../model/links.queries.ts'
import { linksEn } from '../model/links.en.ts'
import classes from '../model/Links.module.css'

addTexts('links', linksEn)

const CreateLinked = lazy(() =>
  import('./CreateLinked.tsx').then((module) => ({ default: module.CreateLinked })),
)
const CREATE = '$create'
const COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list' } as const

export type ReferenceField = Field & { type: 'reference' }

interface ReferenceEditorProps {
  field: ReferenceField
  /** The field's app; the page's app when absent. */
  appId?: string | undefined
  draft: Draft
  onDraft: (draft: Draft) => void
  /** Attributes of the input: IDs, descriptions, focus. */
  input: Record<string, unknown>
  present?: readonly LinkedRecord[]
  /** Edits the fields of a record that is created here. */
  FieldEditor: FieldEditorComponent
}

export function ReferenceEditor(props: ReferenceEditorProps) {
  const { field, draft, onDraft, input, present = [] } = props
  const { t } = useTranslation('links')
  const { tenantId } = useTenantScope()
  const ofPage = useParams({ strict: false }).appId
  const [text, setText] = useState('')
  const [creating, setCreating] = useState(false)
  const [wanted] = useDebouncedValue(text.trim(), 200)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const other = useQuery(appsQuery(tenantId)).data?.find((app) => app.id === field.app)
  const place = { tenantId, appId: props.appId ?? ofPage ?? '' }
  const query = useQuery({ ...linkableQuery(place, field.key, wanted), enabled: combobox.dropdownOpened })
  const { chosen, pick, unpick } = picking(field, { draft, onDraft, present })
  const inputRef = useRef<HTMLInputElement>(null)
  const selectFirst = useEffectEvent(() => {
    if (text !== '') combobox.selectFirstOption()
  })
  useEffect(() => {
    if (query.data !== undefined) selectFirst()
  }, [query.data])
  const found = (query.data ?? []).filter((item) => !chosen.some(({ id }) => id === item.id))
  const mayCreate = field.canAdd && other?.can.createRecord === true
  const take = (picked: Picked) => {
    pick(picked)
    setText('')
    if (!field.multiple) combobox.closeDropdown()
  }
  const submit = (value: string) => {
    const item = found.find(({ id }) => id === value)
    if (item !== undefined) return take({ ...item, title: linkedTitle(item) })
    combobox.closeDropdown()
    return setCreating(true)
  }
  const endCreating = () => {
    setCreating(false)
    inputRef.current?.focus()
    combobox.closeDropdown()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) unpick(last.id)
    if (event.key !== 'Escape' || !combobox.dropdownOpened) return
    // The first Escape closes the list, the next one the field.
    event.preventDefault()
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={submit}>
      <Combobox.DropdownTarget>
        <PillsInput error={input['error'] === true} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            <Chosen chosen={chosen} onRemove={unpick} />
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={inputRef}
                {...fieldAttributes(input)}
                {...COMBOBOX}
                autoComplete="off"
                value={text}
                placeholder={chosen.length === 0 ? t('search', { app: other?.name ?? '' }) : ''}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onKeyDown={onKeyDown}
                onChange={(event) => {
                  setText(event.currentTarget.value)
                  combobox.openDropdown()
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options
          mah={260}
          className={classes.options}
          aria-label={t('search', { app: other?.name ?? '' })}
        >
          {found.map((item) => (
            <Combobox.Option key={item.id} value={item.id}>
              <span className={classes.optionId}>{item.trackingId}</span> {linkedTitle(item)}
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>
              {query.isError ? t('searchFailed') : query.isPending ? t('searching') : t('nothingFound')}
            </Combobox.Empty>
          )}
          {mayCreate && (
            <Combobox.Option value={CREATE} className={classes.create}>
              <IconPlus size={14} stroke={2} aria-hidden /> {t('create', { app: other.name.toLowerCase() })}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
      {creating && other !== undefined && (
        <Suspense>
          <CreateLinked
            app={other}
            title={text.trim()}
            FieldEditor={props.FieldEditor}
            onCreated={(picked) => {
              take(picked)
              endCreating()
            }}
            onClose={endCreating}
          />
        </Suspense>
      )}
    </Combobox>
  )
}

function Chosen({ chosen, onRemove }: { chosen: readonly Picked[]; onRemove: (id: string) => void }) {
  const { t } = useTranslation('links')
  return chosen.map(({ id, trackingId, title }) => (
    <Pill
      key={id}
      withRemoveButton
      removeButtonProps={{
        'aria-label': t('remove', { record: trackingId }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onRemove={() => onRemove(id)}
    >
      <span className={classes.pillId}>{trackingId}</span> {title}
    </Pill>
  ))
}

function fieldAttributes({ error: _error, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest
}

interface Picking {
  draft: Draft
  onDraft: (draft: Draft) => void
  present: readonly LinkedRecord[]
}

/** How a draft changes: a single reference is replaced, a multiple one adds and removes. */
export function picking(field: ReferenceField, { draft, onDraft, present }: Picking) {
  if (!field.multiple) {
    const picked = typeof draft === 'string' ? readPicked(draft) : null
    return {
      chosen: picked === null ? [] : [picked],
      pick: (next: Picked) => onDraft(pickedText(next)),
      unpick: () => onDraft(''),
    }
  }
  const entries = Array.isArray(draft) ? draft : []
  const { add, remove } = readPicks(entries)
  const gone = new Set(remove.map(({ id }) => id))
  const remaining = present
    .filter(({ id }) => !gone.has(id))
    .map((item) => ({ ...item, title: linkedTitle(item) }))
  const without = (id: string) => entries.filter((entry) => readPicked(entry.slice(1))?.id !== id)
  return {
    chosen: [...remaining, ...add.filter(({ id }) => !remaining.some((one) => one.id === id))],
    pick: (next: Picked) =>
      onDraft(gone.has(next.id) ? without(next.id) : [...without(next.id), `+${pickedText(next)}`]),
    unpick: (id: string) => {
      const linked = present.find((item) => item.id === id)
      onDraft(linked === undefined ? without(id) : [...without(id), `-${pickedText(linked)}`])
    },
  }
}
