import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../data/describe-error.ts'
import { useTenantScope } from '../data/scope.tsx'
import { addressParts } from '../data/search-params.ts'
import { matching, type PaletteItem, usePaletteItems } from './palette-items.tsx'
import { addTexts } from '../ui/text/i18n.ts'
import classes from './Palette.module.css'
import { paletteEn } from './palette.en.ts'
import { recordHitsQuery } from './palette-records.ts'

addTexts('palette', paletteEn)

const ROOT_CLASSES = {
  content: classes.content ?? '',
  search: classes.search ?? '',
  actionsGroup: classes.group ?? '',
}
const ACTION_CLASSES = {
  action: classes.action ?? '',
  actionLabel: classes.label ?? '',
  actionDescription: classes.description ?? '',
}

/** A store of its own that is open from the start: `forceOpened` ignores Escape and clicks outside. */
function openStore() {
  const [store, { open }] = createSpotlight()
  open()
  return store
}

/** Pages, things to create, appearance, other tenants, and records of all apps by text. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const { groups, nothing } = useGroups(query)
  const [store] = useState(openStore)
  const [before] = useState(() => document.activeElement)
  const go = (item: PaletteItem) => {
    onClose()
    if (item.run !== undefined) item.run()
    else if (item.to !== undefined) void navigate(addressParts(item.to))
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={() => {
        onClose()
        if (before instanceof HTMLElement) before.focus()
      }}
      shortcut={null}
      scrollable
      maxHeight={420}
      centered={false}
      yOffset={72}
      overlayProps={{ blur: 0 }}
      classNames={ROOT_CLASSES}
      transitionProps={{ duration: 120 }}
    >
      <Spotlight.Search
        aria-label={t('title')}
        placeholder={t('open')}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.title} label={group.title}>
            {group.items.map((item) => (
              <Item key={item.id} item={item} onGo={go} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {nothing !== null && <Spotlight.Empty>{nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** The items that match, and after a pause the records; `nothing` says why there are none. */
function useGroups(query: string) {
  const { t } = useTranslation('palette')
  const items = usePaletteItems()
  const [wanted] = useDebouncedValue(query.trim(), 150)
  const hits = useQuery(recordHitsQuery(useTenantScope(), wanted))
  const groups = [
    ...items.map((group) => ({ ...group, items: matching(group.items, query) })),
    // Last, because they arrive later: nothing moves under the cursor.
    { title: t('records'), items: wanted === '' ? [] : (hits.data ?? []) },
  ].filter((group) => group.items.length > 0)
  const isLooking = wanted !== query.trim() || (wanted !== '' && hits.isFetching)
  if (wanted !== '' && hits.isError) return { groups, nothing: describeError(hits.error).title }
  const none = isLooking ? t('looking') : t('nothing', { query })
  return { groups, nothing: groups.length === 0 && !hits.isError ? none : null }
}

function Item({ item, onGo }: { item: PaletteItem; onGo: (item: PaletteItem) => void }) {
  return (
    <Spotlight.Action
      classNames={ACTION_CLASSES}
      label={item.label}
      {...(item.hint === undefined ? {} : { description: item.hint })}
      leftSection={item.icon}
      onClick={() => onGo(item)}
    />
  )
}
