import type { ObservableList } from '@caseloom/contract/automation/observable-lists'
import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PurposeIcon } from './ListLines.tsx'
import type { Purpose } from './listings.ts'
import type { Listings } from './useListings.ts'

/** Adds a value to a block or allow list that it isn't on; a menu where there are several. */
export function ListButtons({ listings }: { listings: Listings }) {
  const { open } = listings
  return (['block', 'allow'] as const).map(
    (purpose) =>
      open[purpose].length > 0 && (
        <ListButton key={purpose} purpose={purpose} lists={open[purpose]} listings={listings} />
      ),
  )
}

interface ListButtonProps {
  purpose: Purpose
  lists: readonly ObservableList[]
  listings: Listings
}

function ListButton({ purpose, lists, listings }: ListButtonProps) {
  const { t } = useTranslation('observableLists')
  const [first] = lists
  const look = {
    leftSection: <PurposeIcon purpose={purpose} />,
    loading: listings.isBusy,
    children: t(purpose),
  }
  if (lists.length === 1 && first !== undefined)
    return <Button {...look} title={first.name} onClick={() => listings.add(first)} />
  return (
    // Inside of the card, which closes when the pointer leaves it.
    <Menu withinPortal={false} position="bottom-start">
      <Menu.Target>
        <Button {...look} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(`choose.${purpose}`)}</Menu.Label>
        {lists.map((list) => (
          <Menu.Item key={list.id} onClick={() => listings.add(list)}>
            {list.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
