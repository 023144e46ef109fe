import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addTexts } from './text/i18n.ts'
import { workEn } from './text/work.en.ts'

addTexts('ui', workEn)

interface FavoriteButtonProps {
  isOne: boolean
  isKnown: boolean
  isBusy: boolean
  toggle: () => void
}

/** The star beside a title: pressed while it is a favorite. */
export function FavoriteButton({ isOne, isKnown, isBusy, toggle }: FavoriteButtonProps) {
  const { t } = useTranslation('ui')
  if (!isKnown) return null
  const Star = isOne ? IconStarFilled : IconStar
  return (
    <ActionIcon
      aria-label={t('favorite')}
      aria-pressed={isOne}
      title={t(isOne ? 'favoriteRemove' : 'favoriteAdd')}
      loading={isBusy}
      onClick={toggle}
    >
      <Star size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
