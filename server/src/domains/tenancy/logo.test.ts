import { describe, expect, it } from 'vitest'
import { imageType, isActiveSvg } from './logo.rules.ts'

const text = (value: string) => new TextEncoder().encode(value)
const svg = (inside: string, attributes = '') =>
  text(`<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`)

describe('a logo', () => {
  it.each([
    ['image/png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)],
    ['image/jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ['image/webp', text('RIFF....WEBPVP8 ')],
    ['image/svg+xml', svg('<rect/>')],
    ['image/svg+xml', text('\uFEFF<?xml version="1.0"?>\n<!-- made by hand -->\n<svg/>')],
  ])('is known as %s by its bytes', (type, bytes) => {
    expect(imageType(bytes)).toBe(type)
  })

  it.each([
    ['a page', text('<!doctype html><svg/>')],
    ['a GIF', text('GIF89a')],
    ['nothing', new Uint8Array()],
    ['bytes that are no text', Uint8Array.of(0x3c, 0x73, 0xff, 0xfe)],
    ['a word that begins alike', text('<svgfoo/>')],
  ])('is refused when it is %s', (_what, bytes) => {
    expect(imageType(bytes)).toBeNull()
  })

  it.each([
    '<script>alert(1)</script>',
    '<svg:script href="#a"/>',
    '<foreignObject><b/></foreignObject>',
    '<rect onload="alert(1)"/>',
    '<rect\nOnClick = "alert(1)"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<image href="http://127.0.0.1/x.png"/>',
    '<image xlink:href=//evil.example/x />',
    '<use href="data:image/svg+xml;base64,AAAA#x"/>',
    '<style>@import "x.css"</style>',
    '<rect style="fill:url(http://127.0.0.1/#a)"/>',
    '<a href="&#106;avascript:alert(1)"/>',
  ])('is refused as an SVG that acts or fetches: %s', (inside) => {
    expect(isActiveSvg(svg(inside))).toBe(true)
  })

  it('may be an SVG that draws, with parts of its own and a picture inside', () => {
    const inside =
      '<defs><g id="a"/></defs><use href="#a"/><rect fill="url(#b)"/><image href="data:image/png;base64,AA"/>'
    expect(isActiveSvg(svg(inside))).toBe(false)
    expect(isActiveSvg(Uint8Array.of(0xff, 0xd8, 0xff))).toBe(false)
  })
})
