import type { ContentStage } from '@caseloom/contract/content/content-kinds'
import type { CatalogItem, ProductLine } from '@caseloom/contract/content/catalog'
import { isInUse } from '@caseloom/contract/content/catalog'
import {
  IconArrowsExchange,
  IconBriefcase,
  IconChartBar,
  IconDeviceDesktop,
  IconDots,
  IconFingerprint,
  IconShieldBolt,
  IconTicket,
  IconWebhook,
  IconWorldSearch,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Catalog.module.css'
import { type StageCount, stageCounts } from './catalog-items.ts'

const ICONS: Readonly<Record<ContentStage, TablerIcon>> = {
  intake: IconWebhook,
  enrichment: IconWorldSearch,
  response: IconShieldBolt,
  case_work: IconBriefcase,
  intel: IconFingerprint,
  requests: IconTicket,
  changes: IconArrowsExchange,
  assets: IconDeviceDesktop,
  reporting: IconChartBar,
  other: IconDots,
}

interface StageCardsProps {
  line: ProductLine
  items: readonly CatalogItem[]
  chosen: ContentStage | undefined
  onChoose: (stage: ContentStage | undefined) => void
}

/** What the line holds in a sentence, and its stages: pressing one filters the list, a second time clears it. */
export function StageCards({ line, items, chosen, onChoose }: StageCardsProps) {
  const { t } = useTranslation('catalog')
  const packages = t('packages', { count: line.packages.length })
  const inUse = items.filter(isInUse).length
  return (
    <div className={classes.top}>
      <p className={classes.summary}>
        {t('summary', { name: line.name, packages, items: t('items', { count: items.length }), inUse })}
      </p>
      <ul className={classes.stages} aria-label={t('stages')}>
        {stageCounts(items).map((count) => (
          <li key={count.stage}>
            <StageCard
              count={count}
              isChosen={count.stage === chosen}
              onPress={() => onChoose(count.stage === chosen ? undefined : count.stage)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface StageCardProps {
  count: StageCount
  isChosen: boolean
  onPress: () => void
}

function StageCard({ count: { stage, total, inUse }, isChosen, onPress }: StageCardProps) {
  const { t } = useTranslation('catalog')
  const Icon = ICONS[stage]
  return (
    <button type="button" className={classes.card} aria-pressed={isChosen} onClick={onPress}>
      <span className={classes.cardTitle}>
        <Icon size={14} stroke={1.6} aria-hidden />
        {t(`stageName.${stage}`)}
      </span>
      <span>
        <strong className={classes.figure}>{inUse}</strong> {t('inUse', { total })}
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ inlineSize: `${(100 * inUse) / total}%` }} />
      </span>
    </button>
  )
}
