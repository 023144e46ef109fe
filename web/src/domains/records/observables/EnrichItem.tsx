import type { ObservableName } from '@caseloom/contract/records/observable-lookups'
import { Menu } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import type { Enriching } from './useEnrich.ts'

/** Looks one value up from its menu; disabled with the reason. */
export function EnrichItem({ enriching, one }: { enriching: Enriching; one: ObservableName }) {
  const { t } = useTranslation('enrich')
  const obstacle = enriching.obstacle([one])
  return (
    <Menu.Item
      leftSection={<IconSparkles size={16} stroke={1.6} aria-hidden />}
      rightSection={<Kbd keys="N" />}
      disabled={obstacle !== null}
      title={obstacle === null ? undefined : t(obstacle)}
      onClick={() => enriching.enrich([one])}
    >
      {t('enrich')}
    </Menu.Item>
  )
}
