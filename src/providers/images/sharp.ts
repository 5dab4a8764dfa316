import sharp from 'sharp'

const allowedLoaders = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: allowedLoaders })
sharp.cache(false)
sharp.concurrency(1)

/** Takes 50 ms and 22 MB to load, so only modules that are imported for an image import this one. */
export { sharp }
