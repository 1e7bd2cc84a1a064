import type { InputHTMLAttributes } from "react";

interface SliderProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "value" | "onChange"> {
  /** Percent. */
  value: number;
  onValueChange: (value: number) => void;
}

/** A share of a whole; needs a label. */
export function Slider({ value, onValueChange, ...rest }: SliderProps) {
  return (
    <div className="relative flex h-6 items-center max-lg:h-10">
      <div className="h-1.5 flex-1 overflow-hidden rounded-full bg-fill">
        {/* Half of the 16 px thumb stays inside either end of the track. */}
        <div
          className="h-full bg-accent"
          style={{ width: `calc(0.5rem + (100% - 1rem) * ${value / 100})` }}
        />
      </div>
      <input
        type="range"
        min={0}
        max={100}
        value={value}
        onChange={({ target }) => onValueChange(target.valueAsNumber)}
        className="absolute inset-0 w-full cursor-pointer appearance-none rounded-full bg-transparent [&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border [&::-moz-range-thumb]:border-control [&::-moz-range-thumb]:bg-surface [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border [&::-webkit-slider-thumb]:border-control [&::-webkit-slider-thumb]:bg-surface [&::-webkit-slider-thumb]:shadow-card"
        {...rest}
      />
    </div>
  );
}
