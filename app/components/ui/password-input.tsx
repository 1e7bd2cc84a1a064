import { Eye, EyeOff } from "lucide-react";
import { forwardRef, useState } from "react";
import { Button } from "./button.tsx";
import { Input, type InputProps } from "./input.tsx";

/** An input whose text can be shown and hidden again. */
export const PasswordInput = forwardRef<HTMLInputElement, Omit<InputProps, "type" | "suffix">>(
  function PasswordInput(props, ref) {
    const [shown, setShown] = useState(false);
    const toggle = (
      <Button
        variant="ghost"
        size="icon"
        className="max-lg:size-9"
        aria-label={shown ? "Hide password" : "Show password"}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </Button>
    );
    return (
      <Input
        // A shown password is text, which keyboards capitalize and spelling services read.
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        ref={ref}
        type={shown ? "text" : "password"}
        suffix={toggle}
      />
    );
  },
);
