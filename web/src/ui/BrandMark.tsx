import { useBrand } from './brand.ts'
import { Logo } from './glyphs/Logo.tsx'

export function BrandMark({ size }: { size: number }) {
  const { logo } = useBrand()
  if (logo === null) return <Logo size={size} />
  return (
    <img src={logo} alt="" height={size} style={{ flex: 'none', maxWidth: size * 2, objectFit: 'contain' }} />
  )
}
