import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { itemsOfSection } from '@caseloom/contract/apps/layout'
import { ActionIcon } from '@mantine/core'
import {
  IconCopy,
  IconEyeOff,
  IconGripVertical,
  IconLock,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Tag } from '../../../ui/Chip.tsx'
import classes from './Builder.module.css'
import { fieldOf, itemCount } from '../draft/app-draft.ts'
import { BlockTile } from './BlockTile.tsx'
import own from './FormSection.module.css'
import { useDraggable, useDropPlace } from '../draft/dragging.ts'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import type { SheetProps } from '../draft/builder-types.ts'

/** Alt and an arrow key: one step back or forward; null for any other key. */
function stepOf(event: KeyboardEvent): -1 | 1 | null {
  if (!event.altKey) return null
  if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') return -1
  return event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : null
}

export function FormSection({ at, ...shared }: SheetProps & { at: number }) {
  const { t } = useTranslation('apps')
  const { edited, edits, selected, onSelect } = shared
  const section = edited.draft.layout[at]
  const card = useRef<HTMLElement>(null)
  const head = useRef<HTMLButtonElement>(null)
  const isDragging = useDraggable(head, { what: 'section', section: at })
  const edge = useDropPlace(card, {
    place: { at: 'section', section: at },
    edges: ['top', 'bottom'],
    accepts: ({ what }) => what === 'section' || what === 'section-kind' || what === 'applet-kind',
  })
  if (section === undefined) return null
  const isSelected = selected !== null && 'section' in selected && selected.section === at
  return (
    <section
      ref={card}
      className={classes.formSection}
      aria-label={t('sheet.section', { title: section.title })}
      data-edge={edge ?? undefined}
      data-dragging={isDragging || undefined}
    >
      <button
        ref={head}
        type="button"
        className={classes.sectionHead}
        data-selected={isSelected || undefined}
        aria-pressed={isSelected}
        onClick={() => onSelect({ section: at })}
        onKeyDown={(event) => {
          const step = stepOf(event)
          if (step === null) return
          event.preventDefault()
          const to = at + step
          if (to >= 0 && to < edited.draft.layout.length) edits.moveSection(at, to)
        }}
      >
        <IconGripVertical size={14} stroke={1.6} aria-hidden className={classes.grip} />
        <span className={classes.sectionTitle}>{section.title}</span>
        <span className={classes.quiet}>{t('sheet.columns', { count: section.columns })}</span>
        <IconSettings size={14} stroke={1.6} aria-hidden className={classes.sectionGear} />
      </button>
      <SectionTiles at={at} {...shared} />
    </section>
  )
}

/** The fields of a section, which others can be dropped into. */
export function SectionTiles({ at, ...shared }: SheetProps & { at: number }) {
  const { t } = useTranslation('apps')
  const { edited } = shared
  const body = useRef<HTMLDivElement>(null)
  const inside = useDropPlace(body, {
    place: { at: 'section', section: at },
    edges: [],
    accepts: ({ what }) => what !== 'section' && what !== 'section-kind',
  })
  const section = edited.draft.layout[at]
  if (section === undefined) return null
  return (
    <div ref={body} className={classes.tiles} data-columns={section.columns} data-over={inside ?? undefined}>
      {itemsOfSection(section).map(({ field: key, block }, index) => {
        const place = { section: at, index }
        if (block !== undefined)
          return (
            <BlockTile key={`block ${block.id}`} block={block} place={place} stepOf={stepOf} {...shared} />
          )
        const field = fieldOf(edited.draft, key)
        return field !== undefined && <FieldTile key={key} field={field} place={place} {...shared} />
      })}
      {itemCount(section) === 0 && <p className={classes.dropHint}>{t('sheet.emptySection')}</p>}
    </div>
  )
}

interface FieldTileProps extends SheetProps {
  field: FieldInput
  place: { section: number; index: number }
}

function FieldTile({ field, place, edited, edits, faults, selected, onSelect, look }: FieldTileProps) {
  const { t } = useTranslation('apps')
  const tile = useRef<HTMLDivElement>(null)
  const isDragging = useDraggable(tile, { what: 'field', field: field.key })
  const edge = useDropPlace(tile, {
    place: { at: 'field', ...place },
    edges: edited.draft.layout[place.section]?.columns === 1 ? ['top', 'bottom'] : ['left', 'right'],
    accepts: (dragged) =>
      (dragged.what !== 'section' && dragged.what !== 'section-kind' && dragged.what !== 'field') ||
      (dragged.what === 'field' && dragged.field !== field.key),
  })
  const kind = paletteEntryOf(field)
  const Glyph = kind?.icon
  const isSelected = selected !== null && 'field' in selected && selected.field === field.key
  const isTitle = edited.draft.titleField === field.key
  const kindName = t(`kinds.${kind?.id ?? field.type}`, { defaultValue: field.type })
  return (
    <div
      ref={tile}
      className={classes.tile}
      data-selected={isSelected || undefined}
      data-fault={faults.some((fault) => fault.field === field.key) || undefined}
      data-dragging={isDragging || undefined}
      data-edge={edge ?? undefined}
    >
      <IconGripVertical size={14} stroke={1.6} aria-hidden className={classes.grip} />
      <button
        type="button"
        className={classes.tileMain}
        aria-pressed={isSelected}
        onClick={() => onSelect({ field: field.key })}
        onKeyDown={(event) => {
          const step = stepOf(event)
          if (step !== null) {
            event.preventDefault()
            edits.step(field.key, step)
          } else if (event.key === 'Delete' && !isTitle && field.applet === undefined) edits.remove(field.key)
        }}
      >
        <TileLabel field={field} tag={look?.tag(field) ?? null} />
        <span className={classes.tileKind}>
          {Glyph !== undefined && <Glyph size={14} stroke={1.7} aria-hidden />}
          {isTitle ? `${kindName} · ${t('sheet.titleMark')}` : kindName}
        </span>
      </button>
      {field.applet === undefined && <TileActions field={field} edits={edits} isTitle={isTitle} />}
      {look !== undefined && <code className={own.tileKey}>{look.end(field)}</code>}
    </div>
  )
}

function TileAction(props: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <ActionIcon size={24} aria-label={props.label} title={props.label} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  )
}

function TileLabel({ field, tag }: { field: FieldInput; tag: string | null }) {
  const { t } = useTranslation('apps')
  return (
    <span className={classes.tileLabel}>
      {field.label}
      {field.required && (
        <span className={classes.star}>
          <span aria-hidden>*</span>
          <span className={classes.spoken}>{t('sheet.required')}</span>
        </span>
      )}
      {field.readOnly && <IconLock size={12} stroke={1.7} aria-label={t('sheet.readOnly')} />}
      {tag !== null && <Tag>{tag}</Tag>}
    </span>
  )
}

interface TileActionsProps {
  field: FieldInput
  edits: FieldTileProps['edits']
  isTitle: boolean
}

function TileActions({ field, edits, isTitle }: TileActionsProps) {
  const { t } = useTranslation('apps')
  return (
    <span className={classes.tileActions}>
      <TileAction
        label={t('sheet.duplicate', { name: field.label })}
        onClick={() => edits.duplicate(field.key)}
      >
        <IconCopy size={14} stroke={1.7} aria-hidden />
      </TileAction>
      <TileAction label={t('sheet.takeOff', { name: field.label })} onClick={() => edits.takeOff(field.key)}>
        <IconEyeOff size={14} stroke={1.7} aria-hidden />
      </TileAction>
      {!isTitle && (
        <TileAction label={t('sheet.remove', { name: field.label })} onClick={() => edits.remove(field.key)}>
          <IconTrash size={14} stroke={1.7} aria-hidden />
        </TileAction>
      )}
    </span>
  )
}
