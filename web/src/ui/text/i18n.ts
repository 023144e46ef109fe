import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { bidiIsolate } from './bidi-isolate.ts'
import { uiEn } from './ui.en.ts'

/**
 * Each part adds its English texts from `<domain>.en.ts` once: `addTexts('records', recordsEn)`; then `const { t }
 * = useTranslation('records')`.
 */
export function startTexts(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['ui'],
    defaultNS: 'ui',
    resources: { en: { ui: uiEn } },
    // React escapes markup; names are isolated.
    interpolation: { escape: bidiIsolate },
    initAsync: false,
  })
}

export function addTexts(namespace: string, texts: Record<string, unknown>): void {
  i18next.addResourceBundle('en', namespace, texts, true, true)
}
