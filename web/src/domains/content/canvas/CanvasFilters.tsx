import { CanvasKind } from '@caseloom/contract/content/canvas'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import classes from './Canvas.module.css'
import type { CanvasSearch } from './canvas-search.ts'
import { nameOf } from './piece-words.ts'
import { type Pieces, withoutKinds } from './usePieces.ts'

interface CanvasFiltersProps {
  search: CanvasSearch
  pieces: Pieces
  onShow: (search: CanvasSearch) => void
}

export function CanvasFilters({ search, pieces, onShow }: CanvasFiltersProps) {
  const { t } = useTranslation('canvas')
  const { q: before, ...wordless } = search
  const [typed, type] = useSearchText(before, (q) => onShow(q === undefined ? wordless : { ...wordless, q }))
  const { mode, ...modeless } = search
  const { chosen, found, reached } = pieces
  return (
    <FilterBar>
      <SearchField type="search" label={t('find')} value={typed} onChange={type} />
      <output className={classes.matches}>
        {found === null ? '' : found.size === 0 ? t('noMatch') : t('found', { count: found.size })}
      </output>
      <Kinds search={search} left={pieces.left} onShow={onShow} />
      {mode !== undefined && chosen !== undefined && reached !== null && (
        <FilterChip
          field={t(`modes.${mode}`)}
          operator={nameOf(t, chosen)}
          value={t('modePieces', { count: reached.nodes.size, all: pieces.nodes.length })}
          onRemove={() => onShow(modeless)}
        />
      )}
    </FilterBar>
  )
}

interface KindsProps {
  search: CanvasSearch
  left: ReadonlySet<string>
  onShow: (search: CanvasSearch) => void
}

/** Which kinds of pieces are shown. */
function Kinds({ search, left, onShow }: KindsProps) {
  const { t } = useTranslation('canvas')
  const all = CanvasKind.options
  const shown = all.filter((kind) => !left.has(kind)).length
  const label = shown === all.length ? t('allLayers') : t('someLayers', { shown, all: all.length })
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant="subtle" flex="none" leftSection={<IconStack2 size={14} stroke={1.7} aria-hidden />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('layers')}>
        <Stack gap={8}>
          {all.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`kindsPlural.${kind}`)}
              checked={!left.has(kind)}
              onChange={(event) => {
                const next = new Set(left)
                if (event.currentTarget.checked) next.delete(kind)
                else next.add(kind)
                onShow(withoutKinds(search, next))
              }}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
