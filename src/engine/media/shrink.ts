/** Scales a decoded picture down by averaging the pixels under each new one. */

/** RGBA, four bytes a pixel. */
export type Picture = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };

/** The new size must not be larger. Transparent pixels have no weight in the colour. */
export function shrink({ data, width, height }: Picture, toWidth: number, toHeight: number): Picture {
  const scaleX = width / toWidth;
  const scaleY = height / toHeight;
  const shrunk = new Uint8ClampedArray(toWidth * toHeight * 4);
  const sums = new Float64Array(toWidth * 4);
  const addRow = (y: number, rowWeight: number): void => {
    for (let to = 0; to < toWidth; to += 1) {
      const left = to * scaleX;
      const right = Math.min(width, left + scaleX);
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let x = Math.floor(left); x < right; x += 1) {
        const at = (y * width + x) * 4;
        const weight = (data[at + 3] ?? 0) * (Math.min(x + 1, right) - Math.max(x, left)) * rowWeight;
        red += (data[at] ?? 0) * weight;
        green += (data[at + 1] ?? 0) * weight;
        blue += (data[at + 2] ?? 0) * weight;
        alpha += weight;
      }
      const sum = to * 4;
      sums[sum] = (sums[sum] ?? 0) + red;
      sums[sum + 1] = (sums[sum + 1] ?? 0) + green;
      sums[sum + 2] = (sums[sum + 2] ?? 0) + blue;
      sums[sum + 3] = (sums[sum + 3] ?? 0) + alpha;
    }
  };
  for (let to = 0; to < toHeight; to += 1) {
    sums.fill(0);
    const top = to * scaleY;
    const bottom = Math.min(height, top + scaleY);
    for (let y = Math.floor(top); y < bottom; y += 1) addRow(y, Math.min(y + 1, bottom) - Math.max(y, top));
    for (let pixel = 0; pixel < toWidth; pixel += 1) {
      const sum = pixel * 4;
      const at = (to * toWidth + pixel) * 4;
      const alpha = sums[sum + 3] ?? 0;
      if (alpha === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) shrunk[at + channel] = (sums[sum + channel] ?? 0) / alpha;
      shrunk[at + 3] = alpha / (scaleX * scaleY);
    }
  }
  return { data: shrunk, width: toWidth, height: toHeight };
}

export function isOpaque({ data }: Picture): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
