import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { quickEn } from '../quick/quick.en.ts'
import { boardEn } from './board.en.ts'
import type { Obstacle } from './obstacle.ts'

addTexts('quick', quickEn)
addTexts('board', boardEn)

const OF_COLUMN = ['unoffered', 'retired', 'member', 'required'] as const
type OfColumn = (typeof OF_COLUMN)[number]

function isOfColumn(why: Obstacle): why is OfColumn {
  return OF_COLUMN.some((one) => one === why)
}

/** Why a card can't be moved to a column, in words. */
export function useObstacleWords({ label: field }: Pick<ChoiceField, 'label'>) {
  const { t } = useTranslation('board')
  const { t: say } = useTranslation('quick')
  return (why: Obstacle, value: string, id: string) =>
    isOfColumn(why) ? t(`refused.${why}`, { field, value }) : say(`fixed.${why}`, { field, id })
}
