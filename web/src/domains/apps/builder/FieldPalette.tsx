import type { Field } from '@caseloom/contract/field-types/fields'
import { TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp, IconLayoutRows, IconPuzzle, IconSearch } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import { BLOCK_ICONS } from './BlockTile.tsx'
import classes from './Builder.module.css'
import { type AppDraft, fieldOf, offForm } from '../draft/app-draft.ts'
import type { Selected } from '../draft/builder-types.ts'
import { type Dragged, useDraggable } from '../draft/dragging.ts'
import { KIND_GROUPS } from '../../../field-types/field-type.ts'
import { FIELD_KINDS, type FieldKind, paletteEntryOf } from '../../../field-types/registry.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import type { FormEdits } from '../draft/builder-types.ts'

interface FieldPaletteProps {
  edited: EditedApp
  edits: FormEdits
  onSelect: (selected: Selected) => void
}

export function FieldPalette({ edited, edits, onSelect }: FieldPaletteProps) {
  const { t } = useTranslation('apps')
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => search.current?.focus()]])
  const wanted = text.trim().toLowerCase()
  const matches = (kind: FieldKind) => t(`kinds.${kind.id}`).toLowerCase().includes(wanted)
  const hidden = offForm(edited.draft)
  const removed = (edited.base.removedFields ?? []).filter(
    ({ key }) => fieldOf(edited.draft, key) === undefined,
  )
  const isEmpty = !FIELD_KINDS.some(matches)
  return (
    <section className={classes.palette} aria-label={t('palette.title')}>
      <PaletteSearch search={search} text={text} setText={setText} />
      {isEmpty && <p className={classes.quiet}>{t('palette.none')}</p>}
      {KIND_GROUPS.map((group) => {
        const kinds = FIELD_KINDS.filter((kind) => kind.group === group && matches(kind))
        if (kinds.length === 0) return null
        return (
          <PaletteGroup key={group} title={t(`palette.groups.${group}`)}>
            {kinds.map((kind) => (
              <PaletteItem
                key={kind.id}
                dragged={{ what: 'kind', kind: kind.id }}
                label={t(`kinds.${kind.id}`)}
                title={t('palette.hint')}
                icon={<kind.icon size={16} stroke={1.6} aria-hidden />}
                onAdd={() => edits.addKind(kind.id)}
              />
            ))}
          </PaletteGroup>
        )
      })}
      {wanted === '' && edited.source.kind === 'app' && (
        <LayoutGroup edits={edits} hasBlocks={edited.source.kind === 'app'} />
      )}
      {hidden.length > 0 && <HiddenFields hidden={hidden} onSelect={onSelect} />}
      {removed.length > 0 && <Removed fields={removed} edits={edits} />}
    </section>
  )
}

function Removed({ fields, edits }: { fields: readonly Field[]; edits: FormEdits }) {
  const { t } = useTranslation('apps')
  return (
    <PaletteGroup title={`${t('palette.removed')} ${fields.length}`} note={t('palette.removedNote')}>
      {fields.map((field) => (
        <li key={field.id}>
          <button
            type="button"
            className={classes.paletteItem}
            title={t('palette.restore', { name: field.label })}
            aria-label={t('palette.restore', { name: field.label })}
            onClick={() => edits.restore(field)}
          >
            <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
            <span className={classes.paletteLabel}>{field.label}</span>
          </button>
        </li>
      ))}
    </PaletteGroup>
  )
}

function PaletteGroup({
  title,
  note,
  children,
}: {
  title: string
  note?: string
  children: React.ReactNode
}) {
  return (
    <div className={classes.paletteGroup}>
      <h2 className={classes.paletteTitle}>{title}</h2>
      {note !== undefined && <p className={classes.paletteNote}>{note}</p>}
      <ul className={classes.plain}>{children}</ul>
    </div>
  )
}

interface PaletteItemProps {
  dragged: Dragged
  label: string
  title: string
  icon: React.ReactNode
  onAdd: () => void
}

function PaletteItem({ dragged, label, title, icon, onAdd }: PaletteItemProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const isDragging = useDraggable(ref, dragged)
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={classes.paletteItem}
        data-dragging={isDragging || undefined}
        title={title}
        onClick={onAdd}
      >
        {icon}
        <span className={classes.paletteLabel}>{label}</span>
      </button>
    </li>
  )
}

interface PaletteSearchProps {
  search: RefObject<HTMLInputElement | null>
  text: string
  setText: (next: string) => void
}

function PaletteSearch({ search, text, setText }: PaletteSearchProps) {
  const { t } = useTranslation('apps')
  return (
    <TextInput
      ref={search}
      type="search"
      aria-label={t('palette.search')}
      placeholder={t('palette.search')}
      leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
      rightSection={<Kbd keys="/" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}

const BLOCKS = ['text', 'image', 'links', 'widget', 'button'] as const

function LayoutGroup({ edits, hasBlocks }: { edits: FieldPaletteProps['edits']; hasBlocks: boolean }) {
  const { t } = useTranslation('apps')
  return (
    <PaletteGroup title={t('palette.groups.layout')}>
      <PaletteItem
        dragged={{ what: 'section-kind' }}
        label={t('palette.section')}
        title={t('palette.hint')}
        icon={<IconLayoutRows size={16} stroke={1.6} aria-hidden />}
        onAdd={() => edits.addSection()}
      />
      {hasBlocks &&
        BLOCKS.map((kind) => {
          const Glyph = BLOCK_ICONS[kind]
          return (
            <PaletteItem
              key={kind}
              dragged={{ what: 'block-kind', kind }}
              label={t(`blocks.kinds.${kind}`)}
              title={t('palette.hint')}
              icon={<Glyph size={16} stroke={1.6} aria-hidden />}
              onAdd={() => edits.addBlock(kind)}
            />
          )
        })}
      <PaletteItem
        dragged={{ what: 'applet-kind' }}
        label={t('palette.applet')}
        title={t('palette.appletHint')}
        icon={<IconPuzzle size={16} stroke={1.6} aria-hidden />}
        onAdd={() => edits.linkApplet()}
      />
    </PaletteGroup>
  )
}

function HiddenFields({
  hidden,
  onSelect,
}: {
  hidden: AppDraft['fields']
  onSelect: FieldPaletteProps['onSelect']
}) {
  const { t } = useTranslation('apps')
  return (
    <PaletteGroup title={`${t('palette.hidden')} ${hidden.length}`} note={t('palette.hiddenNote')}>
      {hidden.map((field) => {
        const Glyph = paletteEntryOf(field)?.icon ?? IconLayoutRows
        return (
          <PaletteItem
            key={field.key}
            dragged={{ what: 'field', field: field.key }}
            label={field.label}
            title={field.label}
            icon={<Glyph size={16} stroke={1.6} aria-hidden />}
            onAdd={() => onSelect({ field: field.key })}
          />
        )
      })}
    </PaletteGroup>
  )
}
