import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import { ActionIcon } from '@mantine/core'
import {
  IconChartBar,
  IconExclamationCircle,
  IconGripVertical,
  IconLink,
  IconMarkdown,
  IconPhoto,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { blockName } from '../../../field-types/workflow/block-name.ts'
import { appButtonsQuery } from '../model/apps.queries.ts'
import type { SheetProps } from '../draft/builder-types.ts'
import classes from './Builder.module.css'
import bar from './LayoutBar.module.css'
import { useDraggable, useDropPlace } from '../draft/dragging.ts'

export const BLOCK_ICONS = {
  text: IconMarkdown,
  image: IconPhoto,
  links: IconLink,
  widget: IconChartBar,
  button: IconPlayerPlay,
} as const

interface BlockTileProps extends Pick<SheetProps, 'edited' | 'edits' | 'selected' | 'onSelect'> {
  block: LayoutBlock
  place: { section: number; index: number }
  stepOf: (event: KeyboardEvent) => -1 | 1 | null
}

/** A block among the tiles of fields, over the whole width as on the form. */
export function BlockTile({ block, place, edited, edits, selected, onSelect, stepOf }: BlockTileProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const buttons = useQuery(appButtonsQuery(tenantId, edited.base.id)).data
  const tile = useRef<HTMLDivElement>(null)
  const isDragging = useDraggable(tile, { what: 'block', block: block.id })
  const edge = useDropPlace(tile, {
    place: { at: 'field', ...place },
    edges: ['top', 'bottom'],
    accepts: ({ what }) => what !== 'section' && what !== 'section-kind',
  })
  const isSelected = selected !== null && 'block' in selected && selected.block === block.id
  const name = blockName(block, (id) => buttons?.find((one) => one.id === id)?.label)
  const isMissing =
    (block.kind === 'button' && buttons !== undefined && !buttons.some(({ id }) => id === block.button)) ||
    (block.kind === 'image' && block.image === undefined) ||
    (block.kind === 'widget' && block.widget === undefined)
  return (
    <div
      ref={tile}
      className={`${classes.tile} ${bar.block}`}
      data-selected={isSelected || undefined}
      data-fault={isMissing || undefined}
      data-dragging={isDragging || undefined}
      data-edge={edge ?? undefined}
    >
      <IconGripVertical size={14} stroke={1.6} aria-hidden className={classes.grip} />
      <TileMain {...{ block, name, isMissing, isSelected, edits, onSelect, stepOf }} />
      <span className={classes.tileActions}>
        <ActionIcon
          size={24}
          aria-label={t('sheet.remove', { name })}
          title={t('sheet.remove', { name })}
          onClick={() => edits.removeBlock(block.id)}
        >
          <IconTrash size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      </span>
    </div>
  )
}

interface TileMainProps extends Pick<BlockTileProps, 'block' | 'edits' | 'onSelect' | 'stepOf'> {
  name: string
  isMissing: boolean
  isSelected: boolean
}

function TileMain({ block, name, isMissing, isSelected, edits, onSelect, stepOf }: TileMainProps) {
  const { t } = useTranslation('apps')
  const Glyph = BLOCK_ICONS[block.kind]
  return (
    <button
      type="button"
      className={classes.tileMain}
      aria-pressed={isSelected}
      onClick={() => onSelect({ block: block.id })}
      onKeyDown={(event) => {
        const step = stepOf(event)
        if (step !== null) {
          event.preventDefault()
          edits.stepBlock(block.id, step)
        } else if (event.key === 'Delete') edits.removeBlock(block.id)
      }}
    >
      <span className={classes.tileLabel}>
        {isMissing ? t(`blocks.missing.${block.kind}`) : name === block.id ? t('blocks.empty') : name}
        {isMissing && <IconExclamationCircle size={14} stroke={1.7} aria-hidden />}
      </span>
      <span className={classes.tileKind}>
        <Glyph size={14} stroke={1.7} aria-hidden />
        {t(`blocks.kinds.${block.kind}`)}
      </span>
    </button>
  )
}
