import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createImagePlaces } from './image-places.ts'

const image = Buffer.from('the bytes of an image')

test('a body that names an image is sent with its base64, and the rest as UTF-8', () => {
  const places = createImagePlaces()
  using held = places.hold(image)
  using other = places.hold(Buffer.from('another image'))
  const body = JSON.stringify({ text: 'markerˆ', url: `data:image/png;base64,${held.name}`, after: '🧦' })
  const expected = body.replace(held.name, image.toString('base64'))
  assert.equal(places.fill(body).toString(), expected)
  assert.notEqual(held.name, other.name)
})

test('a body without a name, or with the name of an image that is gone, stays as it is', () => {
  const places = createImagePlaces()
  const hold = () => {
    using held = places.hold(image)
    return held.name
  }
  for (const body of [
    '{}',
    JSON.stringify({ text: hold() }),
    JSON.stringify({ text: createImagePlaces().hold(image).name }),
  ])
    assert.equal(places.fill(body), body)
})
