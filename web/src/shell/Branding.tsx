import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { brandingQuery } from '../data/branding.ts'
import { setBrand } from '../ui/brand.ts'

/** Sidebar, favicon, and tab title. Renders nothing. */
export function Branding({ accountId }: { accountId: string }) {
  const { data } = useQuery(brandingQuery(accountId))
  const name = data?.name ?? null
  const image = data?.logo ?? null
  useEffect(() => {
    const logo = image === null ? null : URL.createObjectURL(image)
    setBrand({ name, logo })
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    const before = icon === null ? null : { href: icon.href, type: icon.type }
    if (icon !== null && logo !== null && image !== null) {
      icon.href = logo
      icon.type = image.type
    }
    return () => {
      setBrand()
      if (icon !== null && before !== null && logo !== null) {
        icon.href = before.href
        icon.type = before.type
      }
      if (logo !== null) URL.revokeObjectURL(logo)
    }
  }, [name, image])
  return null
}
