// What the example uses of ESP-IDF: errors.
#pragma once

typedef int esp_err_t;

#define ESP_OK 0
#define ESP_ERROR_CHECK(x) \
    do {                   \
        if ((x) != ESP_OK) \
            for (;;) {}    \
    } while (0)
