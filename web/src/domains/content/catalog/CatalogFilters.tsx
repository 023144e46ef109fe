import { ContentKind } from '@caseloom/contract/content/content-kinds'
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchText } from '../../../ui/admin/useSearchText.ts'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import type { CatalogSearch } from './catalog-search.ts'

interface CatalogFiltersProps {
  /** Of the line. */
  name: string
  count: number
  search: CatalogSearch
  onSearch: (next: CatalogSearch) => void
}

/** Search, stage, and kind of a catalog. */
export function CatalogFilters({ name, count, search, onSearch }: CatalogFiltersProps) {
  const { t } = useTranslation('catalog')
  const { q, stage, kind } = search
  const [typed, setTyped] = useSearchText(q, (text) => {
    const { q: _before, ...rest } = search
    onSearch(text === undefined ? rest : { ...rest, q: text })
  })
  const place = stage === undefined ? name : t(`stageName.${stage}`)
  const without = (part: 'stage' | 'kind') => () => {
    const { [part]: _gone, ...rest } = search
    onSearch(rest)
  }
  return (
    <FilterBar end={<span>{t('items', { count })}</span>} wraps>
      <SearchField type="search" label={t('find', { place })} value={typed} onChange={setTyped} />
      {stage !== undefined && (
        <FilterChip
          field={t('stage')}
          operator={t('is')}
          value={t(`stageName.${stage}`)}
          onRemove={without('stage')}
        />
      )}
      {kind === undefined ? (
        <KindMenu onChoose={(next) => onSearch({ ...search, kind: next })} />
      ) : (
        <FilterChip
          field={t('kind')}
          operator={t('is')}
          value={t(`kindName.${kind}`)}
          onRemove={without('kind')}
        />
      )}
    </FilterBar>
  )
}

function KindMenu({ onChoose }: { onChoose: (kind: ContentKind) => void }) {
  const { t } = useTranslation('catalog')
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle" leftSection={<IconPlus size={14} stroke={2} aria-hidden />}>
          {t('kind')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ContentKind.options.map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {t(`kindName.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
