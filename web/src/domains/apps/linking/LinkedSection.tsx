import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { IconGripVertical, IconPuzzle, IconSettings } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paletteEntryOf } from '../../../field-types/registry.ts'
import { Tag } from '../../../ui/Chip.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { fieldOf } from '../draft/app-draft.ts'
import type { SheetProps } from '../draft/builder-types.ts'
import { useDraggable, useDropPlace } from '../draft/dragging.ts'
import { appletsEn } from '../model/applets.en.ts'
import { linkOf, nameOfLink } from './link-draft.ts'
import classes from './Linking.module.css'

addTexts('applets', appletsEn)

/** The section of a linked applet: it moves as a whole; its fields belong to the applet. */
export function LinkedSection({ at, prefix, ...shared }: SheetProps & { at: number; prefix: string }) {
  const { t } = useTranslation('apps')
  const { draft } = shared.edited
  const card = useRef<HTMLElement>(null)
  const head = useRef<HTMLButtonElement>(null)
  const isDragging = useDraggable(head, { what: 'section', section: at })
  const edge = useDropPlace(card, {
    place: { at: 'section', section: at },
    edges: ['top', 'bottom'],
    accepts: ({ what }) => what === 'section' || what === 'section-kind' || what === 'applet-kind',
  })
  const section = draft.layout[at]
  if (section === undefined) return null
  return (
    <section
      ref={card}
      className={classes.section}
      aria-label={t('sheet.section', { title: section.title })}
      data-edge={edge ?? undefined}
      data-dragging={isDragging || undefined}
    >
      <SectionHead head={head} at={at} prefix={prefix} {...shared} />
      <ul className={classes.tiles} data-columns={section.columns}>
        {section.fields.map((key) => {
          const field = fieldOf(draft, key)
          return field !== undefined && <LinkedTile key={key} field={field} {...shared} />
        })}
      </ul>
    </section>
  )
}

interface SectionHeadProps extends SheetProps {
  head: RefObject<HTMLButtonElement | null>
  at: number
  prefix: string
}

function SectionHead({ head, at, prefix, edited, edits, selected, onSelect }: SectionHeadProps) {
  const { t } = useTranslation('applets')
  const { draft } = edited
  const link = linkOf(draft, prefix)
  const isSelected = selected !== null && 'section' in selected && selected.section === at
  const move = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const to = at + (event.key === 'ArrowUp' ? -1 : 1)
    if (to >= 0 && to < draft.layout.length) edits.moveSection(at, to)
  }
  return (
    <button
      ref={head}
      type="button"
      className={classes.head}
      data-selected={isSelected || undefined}
      aria-pressed={isSelected}
      onClick={() => onSelect({ section: at })}
      onKeyDown={move}
    >
      <IconGripVertical size={14} stroke={1.6} aria-hidden />
      <IconPuzzle size={14} stroke={1.6} aria-hidden />
      <span className={classes.title}>{draft.layout[at]?.title}</span>
      {link !== undefined && (
        <>
          {nameOfLink(link) !== draft.layout[at]?.title && <Tag>{nameOfLink(link)}</Tag>}
          <span className={classes.quiet}>
            {t('linked.version', { revision: link.revision, prefix: link.prefix })}
          </span>
        </>
      )}
      <IconSettings size={14} stroke={1.6} aria-hidden className={classes.gear} />
    </button>
  )
}

function LinkedTile({ field, faults, selected, onSelect }: SheetProps & { field: FieldInput }) {
  const { t } = useTranslation('apps')
  const kind = paletteEntryOf(field)
  const Glyph = kind?.icon
  const isSelected = selected !== null && 'field' in selected && selected.field === field.key
  return (
    <li>
      <button
        type="button"
        className={classes.tile}
        data-selected={isSelected || undefined}
        data-fault={faults.some((fault) => fault.field === field.key) || undefined}
        aria-pressed={isSelected}
        onClick={() => onSelect({ field: field.key })}
      >
        <span className={classes.tileWords}>
          <span className={classes.tileLabel}>{field.label}</span>
          <span className={classes.tileKind}>
            {Glyph !== undefined && <Glyph size={14} stroke={1.7} aria-hidden />}
            {t(`kinds.${kind?.id ?? field.type}`, { defaultValue: field.type })}
          </span>
        </span>
        <code className={classes.key}>{field.key}</code>
      </button>
    </li>
  )
}
